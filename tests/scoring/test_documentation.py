"""What the package says of itself."""

import doctest
import pkgutil
from importlib import import_module

import scoring


def test_every_example_in_the_words_of_the_package_comes_out_as_written() -> None:
    names = [name for _finder, name, _is_package in pkgutil.walk_packages(scoring.__path__, "scoring.")]
    tried = [doctest.testmod(import_module(name)) for name in ("scoring", *names)]
    assert (sum(each.failed for each in tried), sum(each.attempted for each in tried) > 0) == (0, True)
