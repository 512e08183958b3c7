"""Runs commands in a process of their own. A first start takes 60 MB, which Python would otherwise hold as long as it
serves."""

import contextlib
import multiprocessing
import os
import sys
import threading
from collections.abc import Sequence

import django
from django.core.management import call_command
from django.db import DatabaseError

from tournament.storage.data_lock import migrate_at_once
from tournament.storage.storage_faults import advice_on, storage_fault_of

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


def end_with_parent() -> None:
    """Ends this process as soon as the one that began it ends, however that ends: in a thread, from now on."""

    def wait_and_end() -> None:
        if (parent := multiprocessing.parent_process()) is not None:
            parent.join()
            os._exit(INTERRUPTED)

    threading.Thread(target=wait_and_end, daemon=True).start()


def _call_commands(commands: Sequence[Sequence[str]]) -> None:
    end_with_parent()
    try:
        django.setup()
        for command in commands:
            with migrate_at_once() if command[0] == "migrate" else contextlib.nullcontext():
                call_command(*command, "--no-input", verbosity=0)
    except (DatabaseError, OSError) as error:
        fault = storage_fault_of(error)
        if fault is None:
            raise
        sys.exit(advice_on(fault))
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
