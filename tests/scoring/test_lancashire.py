"""000 "All Fours", last paragraph: Trinidad's game, clockwise."""

from dataclasses import replace

from scoring import RULE_SETS


def test_only_the_direction_differs_from_trinidad() -> None:
    trinidad, lancashire = RULE_SETS["trinidad"], RULE_SETS["lancashire"]
    words = {name: getattr(trinidad, name) for name in ("id", "name", "source", "labels", "notes", "direction")}
    assert replace(lancashire, **words) == trinidad
    assert (trinidad.direction, lancashire.direction) == ("anticlockwise", "clockwise")


def test_no_note_says_in_which_direction_the_deal_passes() -> None:
    notes = " ".join((*RULE_SETS["lancashire"].notes, *RULE_SETS["lancashire"].mistakes))
    assert [words for words in ("clockwise", "to the left", "to the right") if words in notes] == []
