"""What is made once for many readers: never of another state, never more than so much."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier, Event

import pytest

from tournament.foundation.revision_cache import RevisionCache


def test_what_is_asked_for_in_the_same_state_is_made_once():
    kept, made = RevisionCache(most=4), []
    for _ in range(3):
        assert kept.get_or_make("table", 7, lambda: made.append("made") or "as of 7") == "as of 7"
    assert made == ["made"]


def test_another_state_is_made_anew_and_so_is_an_older_one():
    kept = RevisionCache(most=4)
    assert [kept.get_or_make("table", state, lambda state=state: f"as of {state}") for state in (7, 8, 7)] == [
        "as of 7",
        "as of 8",
        "as of 7",
    ]


def test_no_more_is_kept_than_was_said_and_what_was_not_asked_for_longest_goes():
    kept, made = RevisionCache(most=2), []
    for what in ("one", "two", "one", "three", "one", "two"):
        kept.get_or_make(what, 1, lambda what=what: made.append(what))
    assert (made, len(kept)) == (["one", "two", "three", "two"], 2)
    kept.forget()
    assert len(kept) == 0


def test_what_could_not_be_made_is_not_kept():
    kept = RevisionCache(most=2)
    with pytest.raises(ZeroDivisionError):
        kept.get_or_make("table", 1, lambda: 1 // 0)
    assert kept.get_or_make("table", 1, lambda: "made") == "made"


def test_many_who_ask_at_once_wait_for_one_to_make_it_while_others_are_served():
    kept, made, all_here, go_on = RevisionCache(most=4), [], Barrier(5), Event()

    def slowly() -> str:
        made.append("made")
        assert go_on.wait(20)
        return "the table"

    def ask() -> str:
        all_here.wait(20)
        return kept.get_or_make("table", 1, slowly)

    with ThreadPoolExecutor(4) as readers:
        asked = [readers.submit(ask) for _ in range(4)]
        all_here.wait(20)
        assert kept.get_or_make("another", 1, lambda: "at once") == "at once"
        go_on.set()
        assert [each.result(20) for each in asked] == ["the table"] * 4
    assert made == ["made"]
