"""`manage.py restore FILE`: replaces the data by a backup, after making a backup of them."""

import getpass
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.backup.backup_file import LockedBackup, Manifest
from tournament.backup.forms import CONFIRMATION
from tournament.backup.locking import Lock
from tournament.backup.queries import PASSPHRASE, has_present_data, lock_for, look_into
from tournament.backup.services import restore_backup
from tournament.foundation.errors import TournamentError
from tournament.storage.data_files import UnusableData, close_to_others
from tournament.storage.data_lock import hold_folder


class Command(BaseCommand):
    help = "Put a backup in the place of what is there. Stop Hangjack first."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file that `backup` wrote")
        parser.add_argument("--yes", action="store_true", help="do not ask, though there are data already")

    def handle(self, *, file: Path, yes: bool, **_options: Any) -> None:
        if not file.is_file():
            raise CommandError(_("There is no file %(file)s.") % {"file": file})
        try:
            close_to_others(settings.DATA_DIR)
            with hold_folder(settings.DATA_DIR):
                self.restore(file, yes=yes)
        except (UnusableData, TournamentError) as refused:
            raise CommandError(str(refused)) from refused
        words = _("Start Hangjack with `%(command)s evening`; everybody signs in again.")
        self.stdout.write(words % {"command": settings.COMMAND})

    def restore(self, file: Path, *, yes: bool) -> None:
        manifest, why_unusable, lock = self.look(file)
        self.tell(manifest)
        if why_unusable:
            raise CommandError(why_unusable)
        if has_present_data() and not yes:
            self.confirm()
        restored = restore_backup(file, now=timezone.now(), lock=lock, name=file.name)
        self.stdout.write(_("Restored."))
        if restored.aside:
            self.stdout.write(_("What was there before is in %(place)s") % {"place": restored.aside})

    def look(self, file: Path) -> tuple[Manifest, str, Lock | None]:
        lock = lock_for(file, os.environ.get(PASSPHRASE, ""))
        try:
            return *look_into(file, lock), lock
        except LockedBackup:
            if PASSPHRASE in os.environ:
                raise
        lock = lock_for(file, getpass.getpass(_("Its passphrase: ")))
        return *look_into(file, lock), lock

    def tell(self, manifest: Manifest) -> None:
        facts = manifest.facts
        made = timezone.localtime(manifest.made_at).strftime("%Y-%m-%d %H:%M")
        self.stdout.write(
            _("Backup of %(club)s, made %(when)s by version %(version)s:")
            % {"club": facts.club or _("a club without a name"), "when": made, "version": manifest.version}
        )
        self.stdout.write(
            _("Evenings %(evenings)d (the last: %(last)s), people %(people)d, hands %(hands)d.")
            % {
                "evenings": facts.evenings,
                "last": facts.last_evening or _("none"),
                "people": facts.people,
                "hands": facts.hands,
            }
        )

    def confirm(self) -> None:
        self.stdout.write(_("There is already data here. A copy of it is put aside first."))
        try:
            typed = input(_("Type “%(word)s” to go back to this backup: ") % {"word": CONFIRMATION})
        except EOFError:
            typed = ""
        if typed.strip().lower() != str(CONFIRMATION):
            raise CommandError(_("Nothing was changed. Type the word, or add --yes."))
