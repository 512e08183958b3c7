"""The command `hangjack` of an installed wheel: what `manage.py` is in a checkout, without an environment to make."""

import os
import sys

from django.core.management import execute_from_command_line

INTERRUPTED = 130


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    is_version = sys.argv[1:] == ["--version"]  # Django's own would be asked for otherwise
    try:
        execute_from_command_line([sys.argv[0], *(["evening"] if is_version else []), *sys.argv[1:]])
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
