"""What the package says of itself."""

import doctest
import pkgutil
from importlib import import_module
from pathlib import Path

import scoring

TESTS = Path(__file__).parent.parent


def test_every_example_in_the_words_of_the_package_comes_out_as_written() -> None:
    names = [name for _finder, name, _is_package in pkgutil.walk_packages(scoring.__path__, "scoring.")]
    tried = [doctest.testmod(import_module(name)) for name in ("scoring", *names)]
    assert (sum(each.failed for each in tried), sum(each.attempted for each in tried) > 0) == (0, True)


def test_the_page_of_the_hand_record_names_every_rule_set() -> None:
    page = (TESTS / "golden" / "README.md").read_text()
    assert [name for name in scoring.RULE_SETS if f"`{name}`" not in page] == []


def test_the_readme_names_every_game_counted_by_points_taken() -> None:
    readme = (TESTS.parent / "README.md").read_text().lower()
    names = [rules.name for rules in scoring.RULE_SETS.values() if rules.taken is not None]
    assert [name for name in names if name.lower() not in readme] == []
