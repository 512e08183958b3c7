"""000 "All Fours", last paragraph: Trinidad's game, clockwise."""

from dataclasses import replace

from scoring import RULE_SETS


def test_only_the_direction_differs_from_trinidad() -> None:
    trinidad, lancashire = RULE_SETS["trinidad"], RULE_SETS["lancashire"]
    words = {name: getattr(trinidad, name) for name in ("id", "name", "source", "labels", "notes", "direction")}
    assert replace(lancashire, **words) == trinidad
    assert (trinidad.direction, lancashire.direction) == ("anticlockwise", "clockwise")


def test_deal_and_play_are_clockwise_and_the_deal_passes_to_the_left() -> None:
    notes = " ".join(RULE_SETS["lancashire"].notes)
    assert ("anticlockwise" in notes, "passes to the left" in notes, "to the right" in notes) == (False, True, False)
