"""Commands in a process of their own, whose memory goes with it: what a first start does once takes 60 MB, which Python
would hold for as long as it serves."""

import multiprocessing
import sys
from collections.abc import Sequence

import django
from django.core.management import call_command

INTERRUPTED = 130


class DoneBadly(Exception):
    """The process has said why."""


def call_apart(commands: Sequence[Sequence[str]]) -> None:
    """One after the other, quietly. Raises DoneBadly."""
    process = multiprocessing.get_context("spawn").Process(target=_call, args=(commands,))
    process.start()
    process.join()
    if process.exitcode:
        raise DoneBadly


def _call(commands: Sequence[Sequence[str]]) -> None:
    try:
        django.setup()
        for command in commands:
            call_command(*command, "--no-input", verbosity=0)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
