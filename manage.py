#!/usr/bin/env python3
"""Hangjack's one command; run it with any Python 3.11 or newer."""

import os
import sys

INTERRUPTED = 130


def main() -> None:
    if sys.version_info < (3, 11):  # what stands here must be readable to any Python 3
        sys.exit("Hangjack needs Python 3.11 or newer; this is " + sys.version.split()[0] + ".")
    from tournament.server import environment  # noqa: PLC0415 - an older Python stumbles over it

    environment.enter_environment(sys.argv)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - only now is Django there

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
