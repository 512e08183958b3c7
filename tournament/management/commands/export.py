"""`manage.py export FILE [--event N]`: writes the whole club, or one evening, to a file that another computer
imports."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.management.commands.club import club_of_command
from tournament.models import Event, of_shown_club
from tournament.storage.data_files import write_file
from tournament.transfer.document import pack_document, write_document
from tournament.transfer.services.exporting import export_club, export_evening, log_export


class Command(BaseCommand):
    help = "Export the whole club, or one evening, as JSON; `import` on another computer reads it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="the file to write, packed where its name ends in .gz")
        parser.add_argument(
            "--event", type=int, metavar="N", help="one evening: the number in its address, as in /e/7/"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["file"]
        if path.exists():
            raise CommandError(_("%(file)s already exists and was not changed. Choose another name.") % {"file": path})
        club = club_of_command()
        if club is None:
            raise CommandError(_("There is nothing to export: this Hangjack has no club yet."))
        number = options["event"]
        document = export_club(club) if number is None else export_evening(find_evening(number))
        try:
            packed = path.suffix == ".gz"
            write_file(path, pack_document(document) if packed else write_document(document).encode())
        except OSError as error:
            values = {"file": path, "why": (error.strerror or str(error)).lower()}
            raise CommandError(_("%(file)s cannot be written: %(why)s. Nothing was exported.") % values) from None
        log_export(club.name if number is None else str(find_evening(number)), by=None, now=timezone.now())
        values = {"file": path, "evenings": len(document["evenings"]), "people": len(document["people"])}
        self.stdout.write(_("%(file)s: evenings %(evenings)s, people %(people)s.") % values)
        self.stdout.write(_("It contains everybody’s names and the codes of tables, but no passwords."))


def find_evening(number: int) -> Event:
    events = Event.objects.filter(of_shown_club())
    event = events.select_related("club").filter(pk=number).first()
    if event is None:
        listed = ", ".join(f"{event.pk} {event} {event.date}" for event in events[:10])
        values = {"number": number, "listed": listed or "–"}
        raise CommandError(_("There is no evening %(number)s. The latest are: %(listed)s.") % values)
    return event
