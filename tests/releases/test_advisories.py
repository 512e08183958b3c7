"""`.ci/advisories` asks for both locks, whatever the service says of one package. Instead of the internet it has a
folder of commands that answer as pip-audit does."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYTHON = """#!/bin/sh
mkdir -p "$3/bin"
printf '#!/bin/sh\\n' > "$3/bin/pip"
cp "{answers}" "$3/bin/pip-audit"
chmod +x "$3/bin/pip" "$3/bin/pip-audit"
"""
"""Makes an environment as `python3 -m venv FOLDER` does, in which pip installs nothing."""
UNKNOWN = """echo 'No known vulnerabilities found, 1 ignored' >&2
echo 'Name     Skip Reason'
echo 'our-own  Dependency not found on PyPI and could not be audited: our-own (1.0)'
"""
SOUND = "echo 'No known vulnerabilities found' >&2"
FOUND = """echo 'Found 1 known vulnerability in 1 package' >&2
echo 'django 5.2 PYSEC-1'
exit 1
"""
SILENT = """echo 'Could not connect' >&2
exit 1
"""


def ask(folder: Path, of_first_lock: str, of_second_lock: str) -> tuple[int, list[str]]:
    """Returns how the script ends and the lines that it prints, without the numbers of packages."""
    answers = folder / "answers"
    answers.write_text(
        f'#!/bin/sh\ncase "$*" in\n*requirements.txt*)\n{of_first_lock}\n;;\n*)\n{of_second_lock}\n;;\nesac\n'
    )
    python = folder / "python3"
    python.write_text(PYTHON.format(answers=answers))
    python.chmod(0o755)
    done = subprocess.run(
        ["bash", ROOT / ".ci" / "advisories"],
        env={**os.environ, "PATH": f"{folder}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    lines = done.stdout.splitlines()
    return done.returncode, ["".join(each for each in line if not each.isdigit()) for line in lines]


NONE = "requirements.txt: no known advisory for its  packages."
NONE_OF_TOOLS = "requirements-dev.txt: no known advisory for its  packages."


def test_a_package_that_the_service_does_not_know_is_named_and_the_others_are_asked_about(tmp_path: Path) -> None:
    assert ask(tmp_path, UNKNOWN, UNKNOWN) == (
        0,
        [
            *(NONE, "Name     Skip Reason"),
            "our-own  Dependency not found on PyPI and could not be audited: our-own (.)",
            *(NONE_OF_TOOLS, "Name     Skip Reason"),
            "our-own  Dependency not found on PyPI and could not be audited: our-own (.)",
        ],
    )
    assert ask(tmp_path, UNKNOWN, FOUND)[0] == 1


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ((SOUND, SOUND), (0, [NONE, NONE_OF_TOOLS])),
        ((FOUND, SOUND), (1, ["requirements.txt:", "django . PYSEC-", NONE_OF_TOOLS])),
        ((SOUND, FOUND), (1, [NONE, "requirements-dev.txt:", "django . PYSEC-"])),
        (
            (SILENT, SOUND),
            (
                2,
                [
                    *("Could not connect", "The advisory service did not answer for every package."),
                    "So nothing is known about advisories. Try again from a computer that is on the internet.",
                ],
            ),
        ),
    ],
)
def test_both_locks_are_asked_about_unless_nobody_answers(
    tmp_path: Path, answers: tuple[str, str], told: tuple[int, list[str]]
) -> None:
    assert ask(tmp_path, *answers) == told
