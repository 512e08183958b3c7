"""`manage.py import FILE`: says what a file of `export` would bring, asks who people are, and stores it after you
confirm."""

import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.foundation.errors import TournamentError
from tournament.management.commands.club import club_of_command
from tournament.transfer.document import MOST_BYTES
from tournament.transfer.page_check import open_pages
from tournament.transfer.queries.in_words import say_preview
from tournament.transfer.queries.preview import ImportPreview, PersonDoubt, preview_import
from tournament.transfer.queries.reading import read_export
from tournament.transfer.services.importing import NEW, Answers, ImportResult, import_export

SAME = "same"


class Command(BaseCommand):
    help = "Import a file of `export`. Says what it would bring first, and stores nothing before you confirm."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file of `export`")
        parser.add_argument("--yes", action="store_true", help="store it without asking")
        parser.add_argument(
            "--people",
            choices=[SAME, NEW],
            help="who people are whose name somebody here has: the same, or new. Otherwise each is asked about",
        )
        parser.add_argument("--other-club", action="store_true", help="take what is of a club of another name")
        parser.add_argument(
            "--replace", action="store_true", help="evenings that went on in the file replace these here"
        )
        parser.add_argument(
            "--beside", action="store_true", help="evenings that went on both here and there come twice"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        club_of_command()  # refuses if nobody has named one of several
        try:
            export = read_export(read_file(options["file"]))
            seen = preview_import(export)
            for line in say_preview(seen):
                self.stdout.write(line)
            if seen.changes_nothing:
                return
            if seen.is_other_club and not options["other_club"]:
                raise CommandError(_("Nothing was imported. To import it into the club here, add --other-club."))
            answers = Answers(
                people={doubt.person.key: self.ask(doubt, options["people"]) for doubt in seen.doubts},
                beside=[each.key for each in seen.evenings_apart] if options["beside"] else (),
                replaced=[each.key for each in seen.evenings] if options["replace"] else (),
                is_same_club=options["other_club"],
            )
            if not options["yes"] and not self.is_confirmed(seen):
                raise CommandError(_("Nothing was imported."))
            self.say(import_export(export, answers, by=None, now=timezone.now(), check=open_pages))
        except TournamentError as refused:
            raise CommandError(str(refused)) from None

    def ask(self, doubt: PersonDoubt, answer: str | None) -> str:
        """Asks who somebody is; returns the id of somebody here, or NEW."""
        if answer == NEW:
            return NEW
        if answer == SAME and len(doubt.candidates) == 1:
            return str(doubt.candidates[0].pk)
        if not sys.stdin.isatty():
            values = {"name": doubt.name}
            raise CommandError(
                _("Is %(name)s the same person as here? Add --people same or --people new. Nothing was imported.")
                % values
            )
        self.stdout.write(_("Is %(name)s of the file one of these?") % {"name": doubt.name})
        for number, player in enumerate(doubt.candidates, start=1):
            self.stdout.write(f"  {number}  {player.full_name}")
        chosen = input(_("Number, or Enter for somebody new: ")).strip()
        is_number = chosen.isdecimal() and 0 < int(chosen) <= len(doubt.candidates)
        return str(doubt.candidates[int(chosen) - 1].pk) if is_number else NEW

    def is_confirmed(self, seen: ImportPreview) -> bool:
        return sys.stdin.isatty() and input(_("Import this? Type yes: ")).strip().lower() in ("y", "yes", _("yes"))

    def say(self, imported: ImportResult) -> None:
        for event in imported.evenings:
            values = {"event": event, "number": event.pk}
            self.stdout.write(_("Imported: %(event)s, at /e/%(number)s/.") % values)
        values = {"people": imported.people, "leagues": len(imported.leagues)}
        self.stdout.write(_("New people %(people)s, new leagues %(leagues)s.") % values)


def read_file(path: Path) -> bytes:
    """Reads a file, up to one byte more than an export may have, which is enough to tell that it is too large."""
    try:
        with path.open("rb") as file:
            return file.read(MOST_BYTES + 1)
    except OSError as error:
        values = {"file": path, "why": (error.strerror or str(error)).lower()}
        raise CommandError(_("%(file)s cannot be read: %(why)s.") % values) from None
