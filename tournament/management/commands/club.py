"""`manage.py club list|add|host|password|export|import|publish|remove`: the clubs of a server that has several
(HANGJACK_SEVERAL_CLUBS), each with the names under which browsers find it."""

import shutil
from argparse import REMAINDER, ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DataError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.backup.database_copy import has_database
from tournament.club.queries import the_club
from tournament.club.services import add_club, add_host, issue_password, make_account, make_password, remove_club
from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import write_transaction
from tournament.models import SHOWN_CLUB, Account, Club, Event, name_of_host
from tournament.paper.kit_files import folder_of
from tournament.storage.data_files import SITE
from tournament.transfer.services.uploads import folder_of_uploads


class Command(BaseCommand):
    help = "List, add, export, import and remove the clubs of a server that has several."

    def add_arguments(self, parser: ArgumentParser) -> None:
        steps = parser.add_subparsers(dest="step", required=True)
        steps.add_parser("list", help="all clubs with their names of hosts")
        add = steps.add_parser("add", help="a new club, and an account for its director")
        add.add_argument("name", help="the name of the club")
        add.add_argument("host", help="where browsers find it, such as arima.example.org")
        add.add_argument("director", help="the name with which its director signs in")
        host = steps.add_parser("host", help="one more name for a club's pages")
        host.add_argument("club", help="a host of the club")
        host.add_argument("host", help="the new one")
        password = steps.add_parser("password", help="a new one-time password for an account of the club")
        password.add_argument("club", help="a host of the club")
        password.add_argument("account", help="the name of the account")
        for step, words in (("export", "a file of the whole club"), ("import", "brings a file into the club")):
            moved = steps.add_parser(step, help=words)
            moved.add_argument("club", help="a host of the club")
            moved.add_argument("file", type=Path)
        moved.add_argument("answers", nargs=REMAINDER, help="--people same|new, --other-club, --replace, --beside")
        site = steps.add_parser("publish", help="writes the web site of the club")
        site.add_argument("club", help="a host of the club")
        site.add_argument("folder", type=Path)
        remove = steps.add_parser("remove", help="deletes a club with all that it has")
        remove.add_argument("club", help="a host of the club")
        remove.add_argument("name", help="its name, so that no other is deleted by mistake")

    def handle(self, *, step: str, **options: Any) -> None:
        require_database()
        steps: dict[str, Callable[..., None]] = {"list": self.list_clubs, "add": self.add_club, "host": self.name_host}
        steps |= {"password": self.issue_password, "export": self.export_club, "import": self.import_club}
        steps |= {"publish": self.publish_club, "remove": self.remove_club}
        try:
            steps[step](**options)
        except TournamentError as refused:
            raise CommandError(str(refused)) from refused
        except DataError as refused:
            raise CommandError(_("One of these names is too long. Nothing was saved.")) from refused

    def list_clubs(self, **_options: Any) -> None:
        for club in Club.objects.prefetch_related("hosts").order_by("pk"):
            hosts = ", ".join(host.name for host in club.hosts.all()) or _("no host")
            self.stdout.write(f"{club.name}: {hosts}")

    def add_club(self, *, name: str, host: str, director: str, **_options: Any) -> None:
        password = make_password()
        with write_transaction(), about(add_club(name, host)):
            make_account(director, role=Account.Role.DIRECTOR, password=password, by=None, now=timezone.now())
        words = _("%(club)s is at %(host)s. Sign in as %(director)s with the password %(password)s, once.")
        self.stdout.write(words % {"club": name, "host": host, "director": director, "password": password})
        if not settings.SEVERAL_CLUBS:
            self.stderr.write(_("Pages show the first club alone until HANGJACK_SEVERAL_CLUBS=1 is set."))

    def name_host(self, *, club: str, host: str, **_options: Any) -> None:
        add_host(find_club(club), host)
        self.stdout.write(_("%(club)s is at %(host)s, too.") % {"club": find_club(club), "host": host})

    def issue_password(self, *, club: str, account: str, **_options: Any) -> None:
        known = Account.objects.filter(club=find_club(club), username=account).first()
        if known is None:
            raise CommandError(_("No account at %(host)s is called %(name)s.") % {"host": club, "name": account})
        password = make_password()
        with about(find_club(club)):
            issue_password(known, password=password, by=None, now=timezone.now())
        words = _("%(name)s signs in at %(host)s with the password %(password)s, once.")
        self.stdout.write(words % {"name": account, "host": club, "password": password})

    def export_club(self, *, club: str, file: Path, **_options: Any) -> None:
        self._call("export", club, file)

    def import_club(self, *, club: str, file: Path, answers: Sequence[str], **_options: Any) -> None:
        self._call("import", club, file, "--yes", *answers)

    def publish_club(self, *, club: str, folder: Path, **_options: Any) -> None:
        self._call("publish", club, folder)

    def _call(self, command: str, host: str, file: Path, *given: str) -> None:
        with about(find_club(host)):
            call_command(command, str(file), *given, stdout=self.stdout, stderr=self.stderr)

    def remove_club(self, *, club: str, name: str, **_options: Any) -> None:
        gone = find_club(club)
        if gone.name != name:
            words = _("The club at %(host)s is called %(name)s. Nothing was deleted.")
            raise CommandError(words % {"host": club, "name": gone.name})
        folders = [folder_of_uploads(gone.pk), settings.FILES_DIR / SITE / str(gone.pk)]
        folders += map(folder_of, Event.with_binned.filter(club=gone))
        remove_club(gone)
        for folder in folders:
            shutil.rmtree(folder, ignore_errors=True)
        self.stdout.write(_("%(club)s is deleted.") % {"club": name})


@contextmanager
def about(club: Club) -> Iterator[None]:
    """Shows a club to all that is read and written, its log too, as its host does for a page."""
    token = SHOWN_CLUB.set(club.pk)
    try:
        yield
    finally:
        SHOWN_CLUB.reset(token)


def require_database() -> None:
    """Refuses a command that reads data where there are none."""
    if not has_database():
        words = _("Hangjack has not been started with these data yet. Start it once with “%(command)s evening”.")
        raise CommandError(words % {"command": settings.COMMAND})


def club_of_command() -> Club | None:
    """Returns the club that another command is about: the only one or, on a server with several, the one that this
    command names."""
    require_database()
    if settings.SEVERAL_CLUBS and SHOWN_CLUB.get() is None:
        words = _("This server has several clubs. Name one: %(command)s club export, import or publish, and its host.")
        raise CommandError(words % {"command": settings.COMMAND})
    return the_club()


def find_club(host: str) -> Club:
    club = Club.objects.filter(hosts__name=name_of_host(host)).first()
    if club is None:
        raise CommandError(_("No club is at %(host)s.") % {"host": host})
    return club
