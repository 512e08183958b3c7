"""`manage.py backup`: writes everything to one file, also while Hangjack runs."""

import getpass
import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.backup.forms import SHORTEST
from tournament.backup.generations import BY_HAND
from tournament.backup.locking import make_lock
from tournament.backup.queries import PASSPHRASE, load_settings
from tournament.backup.services import make_backup
from tournament.foundation.errors import TournamentError
from tournament.management.commands.club import require_database


class Command(BaseCommand):
    help = "Write everything to one file, which `restore` takes; Hangjack may run meanwhile."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", metavar="FOLDER", type=Path, help="a folder that is there, instead of data/backups")
        parser.add_argument("--kits", action="store_true", help="with the power-cut kits, which are PDFs")
        parser.add_argument(
            "--passphrase",
            action="store_true",
            help=f"lock the file with a passphrase, which is asked for, or is in {PASSPHRASE}",
        )

    def handle(self, *, to: Path | None, kits: bool, passphrase: bool, **_options: Any) -> None:
        require_database()
        if to is not None and not to.is_dir():
            raise CommandError(_("There is no folder %(folder)s. Make it first, or plug its disk in.") % {"folder": to})
        lock = make_lock(ask_for_passphrase()) if passphrase else load_settings().lock
        try:
            path = make_backup(why=BY_HAND, now=timezone.now(), folder=to, with_kits=kits, lock=lock)
        except TournamentError as refused:
            raise CommandError(str(refused)) from refused
        size = filesizeformat(path.stat().st_size).replace("\xa0", " ")
        self.stdout.write(_("Backed up and checked (%(size)s):") % {"size": size})
        self.stdout.write(str(path))


def ask_for_passphrase() -> str:
    passphrase = os.environ.get(PASSPHRASE) or getpass.getpass(_("Passphrase: "))
    if len(passphrase) < SHORTEST:
        raise CommandError(_("A passphrase has %(number)d letters or more.") % {"number": SHORTEST})
    if PASSPHRASE not in os.environ and getpass.getpass(_("Repeat the passphrase: ")) != passphrase:
        raise CommandError(_("The 2 passphrases are not the same. No backup was made."))
    return passphrase
