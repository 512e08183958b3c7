"""`manage.py rescore`: derives every stored tally and award again from what was reported."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from tournament.management.commands.club import require_database
from tournament.matches.queries.rescoring import differences_in
from tournament.matches.services.versions import rescore
from tournament.models import Event


class Command(BaseCommand):
    help = "Calculate every stored tally again from sheets, hands and rulings. With --check, only report differences."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="Change nothing; exit 1 when something differs.")

    def handle(self, *args: Any, **options: Any) -> None:
        require_database()
        differing = 0
        for event in Event.objects.all():
            for difference in differences_in(event):
                differing += 1
                match = difference.match
                self.stdout.write(f"{event}, match {match.pk}: {difference}")
                if not options["check"]:
                    rescore(event, match, now=timezone.now())
        self.stdout.write(f"{differing} different")
        if differing and options["check"]:
            raise CommandError("Stored tallies differ from what was reported.")
