"""`manage.py evening`: prepares what is not ready yet, says where Hangjack can be reached, and serves it."""

import hashlib
import io
import logging
import os
import socket
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import segno
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.backup.database_copy import has_database
from tournament.backup.generations import BEFORE_UPDATE
from tournament.backup.queries import load_settings
from tournament.backup.restart import RESTART, become_command, take_order
from tournament.backup.services import log_restored, make_backup, restore_backup
from tournament.club.queries import accounts_in_order, served_clubs
from tournament.club.services import issue_password, make_account, make_password
from tournament.formats.presets import PRESETS
from tournament.foundation.errors import TournamentError
from tournament.models import Account, Club, LogEntry, of_shown_club
from tournament.people.services.forgetting import forget_again
from tournament.rehearsal.beginning import (
    MOST_PLAYERS,
    SLOWEST,
    USUAL_MISTAKES,
    RehearsalRequest,
    begin_rehearsal,
    make_rehearsal_director,
)
from tournament.screens.queries.letters import names_without_font
from tournament.seasons.services.results import refresh_results
from tournament.server.serving import CONNECTIONS, WorkerFailed, serve, serve_with_workers
from tournament.server.subprocesses import CommandFailed, call_in_own_process
from tournament.storage.data_files import (
    ENOUGH_ROOM,
    FOR_OTHERS,
    PORT,
    UnusableData,
    close_to_others,
    find_low_room,
    is_port,
    read_key,
    read_port,
    write_file,
)
from tournament.storage.data_lock import hold_database, hold_folder
from tournament.storage.database_check import check_database
from tournament.storage.storage_faults import advice_on, storage_fault_of
from tournament.web.hosts import hall_addresses

FIRST_ACCOUNT = "director"
MANIFEST = "staticfiles.json"
NEWER = gettext_noop(
    "The database %(where)s is of a newer version of Hangjack than this one, which is %(own)s. Nothing was changed. "
    "Start the newer version again; or go back, with the backup that it made before its change, by "
    "`%(command)s restore`."
)
FIRST_PORT = 8000
USUAL_REHEARSAL = "trinidad-pairs"
MOST_WORKERS = 16
NAMES_TOLD = 3
CLOCKS_DIFFER = timedelta(minutes=2)
"""Two computers' clocks may differ this much: a folder moved between them needs no warning."""


class Command(BaseCommand):
    help = "Set up Hangjack where needed and serve it to the hall."
    requires_system_checks = []

    def get_version(self) -> str:
        return f"Hangjack {settings.VERSION}"

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=parse_port, help="use this port, now and at later starts")
        parser.add_argument(
            "--workers",
            type=parse_workers,
            default=1,
            metavar="N",
            help="serve with this many processes (PostgreSQL only)",
        )
        parser.add_argument(
            "--demo", action="store_true", help="a demonstration club to look around in, kept in data/demo"
        )
        parser.add_argument(
            "--rehearse",
            metavar="PRESET",
            nargs="?",
            const=USUAL_REHEARSAL,
            choices=sorted(PRESETS),
            help="play an evening by itself in the demonstration, on its real pages, to try the hall and the network",
        )
        parser.add_argument("--players", type=int, default=16, help="how many come to the rehearsal")
        parser.add_argument(
            "--pace",
            type=float,
            default=2,
            metavar="SECONDS",
            help="between two of its hands or score sheets (2 if left out)",
        )
        parser.add_argument(
            "--mistakes",
            type=float,
            default=USUAL_MISTAKES,
            metavar="PER_CENT",
            help=f"how many of its hands or sheets go wrong ({USUAL_MISTAKES} if left out), each kind at least once",
        )
        parser.add_argument(
            "--new-password",
            metavar="NAME",
            nargs="?",
            const=FIRST_ACCOUNT,
            help=f"give an account a new one-time password ({FIRST_ACCOUNT!r} if no name is given)",
        )

    def handle(self, *, port: int | None, workers: int, demo: bool, new_password: str | None, **options: Any) -> None:
        asked = RehearsalRequest(options["rehearse"], options["players"], options["pace"], options["mistakes"])
        rehearsal = asked if asked.preset else None
        if rehearsal and not rehearsal.is_possible:
            bounds = f"--players must be 2 to {MOST_PLAYERS}, --pace 0 to {SLOWEST} seconds, --mistakes 0 to 100."
            raise CommandError(bounds)
        os.umask(FOR_OTHERS)
        try:
            self.prepare_and_serve(
                port, workers, demo=demo or rehearsal is not None, new_password=new_password, rehearsal=rehearsal
            )
        except UnusableData as error:
            raise CommandError(str(error)) from error
        except (DatabaseError, OSError) as error:
            fault = storage_fault_of(error)
            if fault is None:
                raise
            raise CommandError(advice_on(fault)) from error
        except KeyboardInterrupt:
            pass
        self.stdout.write(_("Hangjack has stopped. Everything is saved. The same command starts it again."))

    def prepare_and_serve(
        self,
        port: int | None,
        workers: int,
        *,
        demo: bool,
        new_password: str | None,
        rehearsal: RehearsalRequest | None,
    ) -> None:
        if demo and settings.DATA_DIR.name != "demo":  # starts over with the demo's own folder, in SQLite
            close_to_others(settings.DATA_DIR)
            os.environ["HANGJACK_DATA"] = str(settings.DATA_DIR / "demo")
            for shared in ("DATABASE_URL", "CACHE_URL", "HANGJACK_FILES", "HANGJACK_SEVERAL_CLUBS"):
                os.environ.pop(shared, None)
            become_command([*settings.START, *sys.argv[1:]])
        if workers > 1 and connection.vendor != "postgresql":
            raise CommandError(
                _("Several workers need PostgreSQL. Name it in DATABASE_URL, or start without --workers.")
            )
        for folder in dict.fromkeys((settings.DATA_DIR, settings.FILES_DIR)):
            if not close_to_others(folder):
                words = _("Other users of this computer can read %(folder)s, because its disk has no access rights.")
                self.stderr.write(words % {"folder": folder})
        with hold_folder(settings.DATA_DIR) as note_address:
            self.restore_ordered()
            # Before anything is written. Raises UnusableData if a start would only make things worse.
            if connection.vendor == "sqlite":
                check_database(settings.DATA_DIR)
            if port is None:
                read_port(settings.DATA_DIR / PORT)
            self.prepare(demo=demo, new_password=new_password)
            self.tell_doubts()
            self.tell_letters()
            password = make_rehearsal_director() if rehearsal is not None else ""
            listener = listen(settings.DATA_DIR / PORT, port)

            def greet(port: int) -> None:
                addresses = hall_addresses()
                note_address(f"http://{addresses[0] if addresses else 'localhost'}:{port}/")
                self.stdout.write(write_greeting(addresses, port, coloured=self.stdout.isatty()))
                self.stdout.flush()
                if rehearsal is not None:
                    begin_rehearsal(f"http://localhost:{port}/", rehearsal, password, tell=self.tell_rehearsal)

            self.serve(listener, workers, greet)
        if RESTART.order:
            RESTART.begin(RESTART.order, ["--demo"] if demo else [])

    def tell_rehearsal(self, words: str) -> None:
        self.stdout.write(f"{timezone.localtime():%H:%M:%S} {words}")
        self.stdout.flush()

    def serve(self, listener: socket.socket, workers: int, greet: Callable[[int], None]) -> None:
        if workers == 1:
            serve(listener, ready=greet, can_restart=True)
            return
        connections.close_all()
        try:
            serve_with_workers(workers, listener, ready=greet)
        except WorkerFailed:
            raise CommandError(_("Hangjack could not start. The reason is shown above.")) from None

    def prepare(self, *, demo: bool, new_password: str | None) -> None:
        has_tables()  # refuses a database that does not answer, or is of a newer version, before anything waits for it
        with hold_database(self.tell_wait):
            self.prepare_database(new_password=new_password, demo=demo)
        if demo and not Club.objects.exists():
            self.stderr.write(_("Creating a demonstration club and its evening."))
            self.stderr.flush()
            call_command("demo")
        self.refresh_results()

    def prepare_database(self, *, new_password: str | None, demo: bool) -> None:
        make_ready()
        # After the tables are made, because a key beside an empty database means that the database was lost.
        if not settings.SECRET_KEY_FILE.exists():
            write_file(settings.SECRET_KEY_FILE, f"{settings.SECRET_KEY}\n".encode())
        elif not settings.GIVEN_KEY and read_key(settings.SECRET_KEY_FILE) != settings.SECRET_KEY:
            become_command([*settings.START, *sys.argv[1:]])  # another host has made the key meanwhile
        log_restored()
        forget_again(timezone.now())
        if settings.SEVERAL_CLUBS:
            self.tell_operator(new_password)
        elif not Account.objects.exists():
            password = make_password()
            make_account(FIRST_ACCOUNT, role=Account.Role.DIRECTOR, password=password, by=None, now=timezone.now())
            self.tell_password(FIRST_ACCOUNT, password)
        elif new_password:
            password = make_password()
            account = Account.objects.filter(of_shown_club(), username=new_password).first()
            if account is None:
                names = ", ".join(account.username for account in accounts_in_order())
                words = _("There is no account named %(name)s. There are: %(names)s.")
                raise CommandError(words % {"name": new_password, "names": names})
            issue_password(account, password=password, by=None, now=timezone.now())
            self.tell_password(new_password, password)
        elif not Account.objects.filter(last_login__isnull=False).exists():
            self.tell_never_used(demo=demo)

    def tell_operator(self, new_password: str | None) -> None:
        """Says what to type where each club has its first account from the operator."""
        if new_password:
            words = _("This server has several clubs. Type %(command)s club password HOST NAME for a new password.")
            raise CommandError(words % {"command": settings.COMMAND})
        if not Club.objects.exists():
            words = _("No club is here yet. Type %(command)s club add NAME HOST DIRECTOR to add one.")
            self.stdout.write("\n" + words % {"command": settings.COMMAND})

    def refresh_results(self) -> None:
        """Prepares results that seasons would wait for. A result that fails does not stop the start."""

        def tell(done: int, total: int) -> None:
            words = _("Making the results of past evenings for seasons and statistics: %(done)s of %(all)s.")
            self.stderr.write(words % {"done": done, "all": total})

        try:
            for club in served_clubs():
                refresh_results(club, now=timezone.now(), tell=tell)
        except (DatabaseError, OSError):
            raise
        except Exception:
            logging.getLogger(__name__).exception("The results of past evenings could not be made.")

    def tell_wait(self) -> None:
        self.stderr.write(
            _("Another Hangjack prepares this database at this moment. This one goes on when it is done.")
        )
        self.stderr.flush()

    def restore_ordered(self) -> None:
        """Restores what the director chose on a page before this start. If that fails, all goes on as it was."""
        order = take_order()
        if order is None:
            return
        try:
            restored = restore_backup(Path(order.file), now=timezone.now(), name=order.name, by=order.by)
        except TournamentError as refused:
            self.stderr.write(_("The backup was not restored: %(why)s") % {"why": refused})
            return
        finally:
            Path(order.file).unlink(missing_ok=True)
        self.stdout.write(_("The backup is restored."))
        if restored.aside:
            self.stdout.write(_("What was there before is in %(place)s") % {"place": restored.aside})

    def tell_never_used(self, *, demo: bool) -> None:
        """Says how to get a new password, because the first was shown once, in a window that may be closed."""
        words = _(
            "Nobody has signed in yet. If the first password is lost, stop Hangjack (Ctrl+C) and get a new one for "
            "%(name)s with:"
        )
        self.stdout.write("\n" + words % {"name": FIRST_ACCOUNT})
        self.stdout.write(f"    {settings.COMMAND} evening {'--demo ' if demo else ''}--new-password")

    def tell_doubts(self) -> None:
        """Warns of what does not stop a start but may spoil the evening: little room on the disk, and a clock that is
        behind the last entry."""
        if (left := find_low_room(settings.DATA_DIR)) is not None:
            self.stderr.write(
                _("The disk of %(folder)s is nearly full: %(left)s MB left, and an evening needs %(enough)s.")
                % {"folder": settings.DATA_DIR, "left": left, "enough": ENOUGH_ROOM}
            )
        now, last = timezone.now(), LogEntry.objects.order_by("-pk").values_list("at", flat=True).first()
        if last is not None and last > now + CLOCKS_DIFFER:
            self.stderr.write(
                _(
                    "This computer’s clock may be wrong: it says %(now)s, but the last entry here is from "
                    "%(last)s. Nothing is lost. Correct the clock before a round begins."
                )
                % {"now": format_moment(now), "last": format_moment(last)}
            )

    def tell_letters(self) -> None:
        """Names people and teams that walls may show as boxes. An operator of several clubs sees no club's names."""
        if settings.SEVERAL_CLUBS or not (missing := names_without_font()):
            return
        words = _(
            "There is no font here for %(names)s. Screens show boxes for their letters: install a font with them, such "
            "as Noto Sans, on the computer of each screen, and on this one for paper."
        )
        listed = ", ".join(map(str, missing[:NAMES_TOLD])) + (" …" if len(missing) > NAMES_TOLD else "")
        self.stderr.write(words % {"names": listed})

    def tell_password(self, name: str, password: str) -> None:
        self.stdout.write("\n" + _("Sign in as    %(name)s") % {"name": name})
        self.stdout.write(
            _("Password      %(password)s    (works once; you then choose your own)") % {"password": password}
        )


def format_moment(moment: datetime) -> str:
    return date_format(timezone.localtime(moment), "j F Y, H:i")


def write_greeting(addresses: Sequence[IPv4Address], port: int, *, coloured: bool) -> str:
    """Returns the best address with its QR code, then the others; without a network, this computer's own."""
    urls = [f"http://{address}:{port}/" for address in addresses] or [f"http://localhost:{port}/"]
    lines = [_("Hangjack is at %(url)s") % {"url": urls[0]}]
    lines += [_("           or %(url)s") % {"url": url} for url in urls[1:]]
    if addresses:
        drawing = io.StringIO()  # half a character a module
        segno.make(urls[0], error="l", micro=False).terminal(out=drawing, compact=True, border=2)
        square = drawing.getvalue().splitlines()
        if coloured:  # light on dark, as phones need it
            square = [f"\x1b[97;40m{line}\x1b[0m" for line in square]
        lines = [*square, "", *lines]
    else:
        lines += [
            _("There is no network, so only this computer can open it. Join one and start again to get an address.")
        ]
    return "\n".join(["", *lines, _("Ctrl+C stops it.")])


def make_ready() -> None:
    """Updates the tables to this version, deletes expired sign-ins, and collects the static files, named by content and
    compressed, if any has changed since the last time."""
    stamp, digest = settings.DATA_DIR / "static.sha256", hashlib.sha256()
    for path in sorted(storage.path(name) for finder in get_finders() for name, storage in finder.list([])):
        stat = os.stat(path)
        digest.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    seen = digest.hexdigest()
    is_made = (Path(settings.STATIC_ROOT) / MANIFEST).is_file() and stamp.is_file()
    is_collected = is_made and stamp.read_bytes() == seen.encode()
    is_up_to_date = has_tables()
    if not is_up_to_date:
        back_up_before_update()
    commands = [*([] if is_up_to_date else [["migrate"]]), *([] if is_collected else [["collectstatic", "--clear"]])]
    if commands:
        print(_("Preparing the database and the pages. This takes a few seconds."), file=sys.stderr, flush=True)
        try:
            call_in_own_process(commands)
        except CommandFailed:
            raise CommandError(_("Hangjack could not be set up. The reason is shown above.")) from None
    stamp.write_text(seen)
    call_command("clearsessions")


def has_tables() -> bool:
    """Returns whether all tables of this version exist. Refuses a database that a newer version has changed."""
    try:
        executor = MigrationExecutor(connection)
        if set(executor.loader.applied_migrations) - set(executor.loader.disk_migrations):
            where = settings.DATABASES["default"]["NAME"]
            own = {"own": settings.VERSION, "command": settings.COMMAND}
            raise CommandError(_(NEWER) % {"where": where, **own})
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        where = settings.DATABASES["default"]["NAME"]
        sentence = _("The database %(where)s cannot be used: %(error)s. Nothing was changed.")
        if connection.vendor == "postgresql":
            sentence += " " + _("Start PostgreSQL or correct DATABASE_URL, then type the same command again.")
        raise CommandError(sentence % {"where": where, "error": str(error).strip().rstrip(".")}) from error


def back_up_before_update() -> None:
    """Backs up a database that this version is about to change. There is none at a first start."""
    if not has_database():
        return
    try:
        path = make_backup(why=BEFORE_UPDATE, now=timezone.now(), lock=load_settings().lock)
    except TournamentError as refused:
        raise CommandError(
            _("This version of Hangjack changes the database, but no backup could be made first: %(why)s")
            % {"why": refused}
        ) from refused
    print(
        _("This version of Hangjack changes the database. A backup from before is in %(file)s") % {"file": path},
        file=sys.stderr,
        flush=True,
    )


def parse_workers(written: str) -> int:
    if not (written.isdecimal() and 0 < int(written) <= MOST_WORKERS):
        raise ArgumentTypeError(
            _("workers must be a number from 1 to %(most)s, the number of cores in this computer")
            % {"most": MOST_WORKERS}
        )
    return int(written)


def parse_port(written: str) -> int:
    if not is_port(written):
        raise ArgumentTypeError(_("a port is a number from 1 to 65535, usually 8000 or higher"))
    return int(written)


def listen(kept: Path, asked: int | None, *, first: int = FIRST_PORT) -> socket.socket:
    """Opens a socket at the port asked for, else at the one of the last start, else at the next free one from `first`.

    QR codes on tables name the port, so once chosen it never changes by itself. Raises UnusableData for a saved port
    that cannot be read.
    """
    wanted = asked or read_port(kept)
    for port in [wanted] if wanted else range(first, first + 100):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("0.0.0.0", port))
            listener.listen(CONNECTIONS)
        except PermissionError as error:
            listener.close()
            raise CommandError(
                _("Only the root user can use port %(port)s. Choose one from 1024 up with --port.") % {"port": port}
            ) from error
        except OSError:
            listener.close()
            continue
        try:
            write_file(kept, f"{listener.getsockname()[1]}\n".encode())
        except OSError as error:
            listener.close()
            raise CommandError(
                _("Hangjack cannot write to %(where)s: %(error)s.")
                % {"where": kept, "error": (error.strerror or "").lower()}
            ) from error
        return listener
    raise CommandError(
        _(
            "Port %(port)s is in use. If Hangjack is already running in another window, open "
            "http://localhost:%(port)s/. Otherwise stop the other program, or choose another port with "
            "--port."
        )
        % {"port": wanted or first}
    )
