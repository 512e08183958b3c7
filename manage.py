#!/usr/bin/env python3
"""Hangjack's one command; run it with any Python 3.11 or newer."""

import os
import sys

from tournament import environment


def main() -> None:
    environment.enter(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - only now is Django there

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
