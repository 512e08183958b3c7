"""Runs commands in a process of their own. A first start takes 60 MB, which Python would otherwise hold as long as it
serves."""

import multiprocessing
import sys
from collections.abc import Sequence

import django
from django.core.management import call_command
from django.db import DatabaseError

from tournament.foundation.storage_faults import advice_on, storage_fault_of

INTERRUPTED = 130


class CommandFailed(Exception):
    """A command failed, and its process has printed why."""


def call_in_own_process(commands: Sequence[Sequence[str]]) -> None:
    """Runs commands one after the other, quietly. Raises CommandFailed."""
    process = multiprocessing.get_context("spawn").Process(target=_call_commands, args=(commands,))
    process.start()
    process.join()
    if process.exitcode:
        raise CommandFailed


def _call_commands(commands: Sequence[Sequence[str]]) -> None:
    try:
        django.setup()
        for command in commands:
            call_command(*command, "--no-input", verbosity=0)
    except (DatabaseError, OSError) as error:
        fault = storage_fault_of(error)
        if fault is None:
            raise
        sys.exit(advice_on(fault))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
