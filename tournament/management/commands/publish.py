"""`manage.py publish FOLDER`: writes the club's web site, as plain files that any web space takes; with `--help-site`
Help instead, which needs no data."""

import gc
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.desk.services import publish_help
from tournament.foundation.errors import TournamentError
from tournament.management.commands.club import club_of_command
from tournament.publishing.services import publish_site


class Command(BaseCommand):
    help = "Write a web site of what the club shows to everybody; again, it writes only what has changed."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path, help="an empty folder, or one that this command wrote before")
        parser.add_argument("--help-site", action="store_true", help="Help as a site, with how to get Hangjack")

    def handle(self, *, folder: Path, help_site: bool = False, **_options: Any) -> None:
        gc.disable()  # it would take a third of the time, and the process ends with the site
        try:
            now = timezone.now()
            done = publish_help(folder, now=now) if help_site else publish_site(club_of_command(), folder, now=now)
        except TournamentError as refused:
            raise CommandError(str(refused)) from refused
        finally:
            gc.enable()
        values = {"pages": done.pages, "folder": folder, "written": done.written, "removed": done.removed}
        self.stdout.write(_("%(folder)s: pages %(pages)s, files written %(written)s, removed %(removed)s.") % values)
        if done.left:
            words = _("Changed by somebody else, so not removed: %(files)s.")
            self.stdout.write(words % {"files": ", ".join(done.left)})
        self.stdout.write(_("Open index.html to look at it, then copy the whole folder to your web space."))
