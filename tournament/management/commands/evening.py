"""`manage.py evening`: makes ready what is not ready yet, says where Hangjack is to be found, and serves it."""

import contextlib
import hashlib
import io
import os
import socket
import sys
from collections.abc import Sequence
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import segno
import uvicorn
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from tournament.hosts import hall_addresses
from tournament.models import Account, Club
from tournament.services.accounts import issue_password, make_account, one_time_password

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

FIRST_ACCOUNT = "director"
FIRST_PORT = 8000
CONNECTIONS = 4096


class Command(BaseCommand):
    help = "Set Hangjack up where needed and serve it to the hall."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, help="serve here, now and at the next starts")
        parser.add_argument("--demo", action="store_true", help="a made-up club to look around, kept in data/demo")
        parser.add_argument(
            "--new-password",
            metavar="NAME",
            nargs="?",
            const=FIRST_ACCOUNT,
            help=f"give an account a new one-time password ({FIRST_ACCOUNT!r} if no name is given)",
        )

    def handle(self, *, port: int | None, demo: bool, new_password: str | None, **_options: Any) -> None:
        if demo:
            go_to_the_demo()
        prepare_data(settings.DATA_DIR)
        call_command("migrate", verbosity=0, interactive=False)
        collect_static()
        if not Account.objects.exists():
            password = one_time_password()
            make_account(FIRST_ACCOUNT, role=Account.Role.DIRECTOR, password=password)
            self.tell_password(FIRST_ACCOUNT, password)
        elif new_password:
            password = one_time_password()
            issue_password(account_named(new_password), password=password)
            self.tell_password(new_password, password)
        if demo and not Club.objects.exists():
            call_command("demo")
        listener = listen(settings.DATA_DIR / "port", port)
        self.stdout.write(greeting(hall_addresses(), listener.getsockname()[1], coloured=self.stdout.isatty()))
        self.stdout.flush()
        serve(listener)
        self.stdout.write(_("Hangjack has stopped. Everything is kept; the same command starts it again."))

    def tell_password(self, name: str, password: str) -> None:
        self.stdout.write("\n" + _("Sign in as    %(name)s") % {"name": name})
        self.stdout.write(
            _("Password      %(password)s    (for one sign-in; you then choose your own)") % {"password": password}
        )


def account_named(name: str) -> Account:
    account = Account.objects.filter(username=name).first()
    if account is None:
        names = ", ".join(Account.objects.order_by("username").values_list("username", flat=True))
        raise CommandError(
            _("There is no account named %(name)s. There are: %(names)s.") % {"name": name, "names": names}
        )
    return account


def greeting(addresses: Sequence[IPv4Address], port: int, *, coloured: bool) -> str:
    """The best address with its QR code, the others below it; with no network, this computer's own and why."""
    urls = [f"http://{address}:{port}/" for address in addresses] or [f"http://localhost:{port}/"]
    lines = [_("Hangjack is at %(url)s") % {"url": urls[0]}]
    lines += [_("           or %(url)s") % {"url": url} for url in urls[1:]]
    if addresses:
        lines = [*qr_lines(urls[0], coloured=coloured), "", *lines]
    else:
        lines += [_("There is no network: only this computer can open it. Join one, and start again for its address.")]
    return "\n".join(["", *lines, _("Ctrl+C stops it.")])


def qr_lines(url: str, *, coloured: bool) -> list[str]:
    """Half a character a module, light on dark as a phone wants it; coloured, whatever the terminal's own colours."""
    drawing = io.StringIO()
    segno.make(url, error="l", micro=False).terminal(out=drawing, compact=True, border=2)
    lines = drawing.getvalue().splitlines()
    return [f"\x1b[97;40m{line}\x1b[0m" for line in lines] if coloured else lines


def go_to_the_demo() -> None:
    """Start over with the demo's own data folder and its own SQLite, whatever the club itself uses."""
    if settings.DATA_DIR.name != "demo":
        os.environ["HANGJACK_DATA"] = str(settings.DATA_DIR / "demo")
        os.environ.pop("DATABASE_URL", None)
        os.execv(sys.executable, [sys.executable, *sys.argv])


def prepare_data(folder: Path) -> None:
    """The data folder and the secret key in it, readable by this user only."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        key = settings.SECRET_KEY_FILE
        if not key.exists():
            with os.fdopen(os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
                file.write(settings.SECRET_KEY + "\n")
        elif not os.access(folder, os.W_OK):
            raise PermissionError(folder)
    except OSError as error:
        raise CommandError(
            _("Hangjack cannot keep its data in %(folder)s: %(error)s") % {"folder": folder, "error": error}
        ) from error


def collect_static() -> None:
    """Collect, name by content and compress the static files, where any has changed since the last time."""
    files = [storage.path(name) for finder in get_finders() for name, storage in finder.list([])]
    seen = hashlib.sha256()
    for path in sorted(files):
        stat = os.stat(path)
        seen.update(f"{path} {stat.st_size} {stat.st_mtime_ns}\n".encode())
    stamp = settings.DATA_DIR / "static.sha256"
    if stamp.is_file() and stamp.read_text() == seen.hexdigest() and Path(settings.STATIC_ROOT).is_dir():
        return
    call_command("collectstatic", verbosity=0, interactive=False, clear=True)
    stamp.write_text(seen.hexdigest())


def listen(kept: Path, asked: int | None) -> socket.socket:
    """A socket at the port asked for, else at the one of the last start, else at the next free one from 8000.

    QR codes on tables name the port, so once chosen it never moves by itself.
    """
    last = int(kept.read_text()) if kept.is_file() else None
    wanted = asked or last
    for port in [wanted] if wanted else range(FIRST_PORT, FIRST_PORT + 100):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("0.0.0.0", port))
            listener.listen(CONNECTIONS)
        except OSError:
            listener.close()
            continue
        kept.write_text(f"{port}\n")
        return listener
    raise CommandError(
        _(
            "Port %(port)s is in use: perhaps Hangjack runs in another window already (then open "
            "http://localhost:%(port)s/), else stop the other program or choose a port with --port."
        )
        % {"port": wanted or FIRST_PORT}
    )


def serve(listener: socket.socket) -> None:
    """Serve until the process is told to stop; open pages then get two seconds to finish."""
    allow_connections()
    config = uvicorn.Config(
        "tournament.asgi:application",
        timeout_graceful_shutdown=2,
        backlog=CONNECTIONS,
        access_log=False,
        log_level="warning",
    )
    with contextlib.suppress(KeyboardInterrupt):
        uvicorn.Server(config).run(sockets=[listener])


def allow_connections() -> None:
    """Every open page holds a file open; Debian allows 1024 unless asked."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < 2 * CONNECTIONS:
            most = 2 * CONNECTIONS if hard == resource.RLIM_INFINITY else min(hard, 2 * CONNECTIONS)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
