"""Where an environment says that the data is, and what a first start has to do."""

import os
import subprocess
import sys

import pytest
from django.conf import settings
from whitenoise.compress import Compressor

ASKED = "from tournament import settings; print(settings.DATA_DIR)"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("said", "folder"),
    [
        (None, settings.BASE_DIR / "data"),
        ("", settings.BASE_DIR / "data"),  # and not where the program itself is, whose static files would be cleared
        ("/srv/hangjack", "/srv/hangjack"),
    ],
)
def test_the_data_is_beside_the_program_unless_a_folder_is_named(said: str | None, folder: object) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "HANGJACK_DATA"}
    if said is not None:
        environment["HANGJACK_DATA"] = said
    done = subprocess.run(
        [sys.executable, "-c", ASKED],
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == f"{folder}\n"


def test_fonts_of_paper_are_collected_as_they_are() -> None:
    """Compressing their megabytes would keep the first start of a new laptop half a minute."""
    compressor = Compressor(settings.WHITENOISE_SKIP_COMPRESS_EXTENSIONS, quiet=True)
    kept = [path.name for path in (settings.BASE_DIR / "static/fonts").rglob("*.ttf")]
    assert kept != []
    assert [name for name in kept if compressor.should_compress(name)] == []
    assert compressor.should_compress("web/tokens.css")
