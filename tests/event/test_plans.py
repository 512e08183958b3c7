"""Ways to fill an evening of one part or two: never past closing time, and never fewer rounds than are drawn."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from scoring import RULE_SETS
from tournament.event.evening_line import EveningLine
from tournament.event.queries.plans import PlanRequest, describe_plan, offers_for
from tournament.formats.formats import Part, movements_of
from tournament.formats.match_length import Length

SEVEN = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
LENGTHS = [Length("timed"), Length("single"), Length("best_of", 3), Length("games", 2)]
WHO = [
    (rules, enters) for rules in ("trinidad", "seven-up", "auction-pitch") for enters in ("players", "pairs", "teams")
]
CAN = [(enters, movement) for rules, enters in WHO for movement in movements_of(RULE_SETS[rules], enters)]
BY_PLACE = ("swiss", "knock-out", "round-robin")


@given(
    who=st.sampled_from(CAN),
    people=st.integers(0, 32),
    later=st.none() | st.builds(Part, st.sampled_from(BY_PLACE), st.just(0), st.integers(0, 8)),
    hours=st.integers(1, 6),
    length=st.sampled_from(LENGTHS),
    minutes=st.integers(5, 60),
    drawn=st.integers(0, 4),
    rounds=st.none() | st.integers(1, 9),
    breaks=st.dictionaries(st.integers(1, 9), st.integers(1, 60), max_size=2),
)
def test_no_offer_ends_after_closing_time_and_none_takes_back_what_is_drawn(
    who: tuple[str, str],
    people: int,
    later: Part | None,
    hours: int,
    length: Length,
    minutes: int,
    drawn: int,
    rounds: int | None,
    breaks: dict[int, int],
) -> None:
    parts = (Part(who[1]), later) if later else (Part(who[1]),)
    asked = PlanRequest(
        singles_a_team=0,
        people=people,
        enters=who[0],
        pairs_a_team=2,
        parts=parts,
        drawn=(drawn, 0)[: len(parts)],
        starts=SEVEN,
        closes=SEVEN + timedelta(hours=hours),
        change_over=5,
        length=length,
        minutes=minutes,
        rounds=rounds,
        breaks=tuple(sorted(breaks.items())),
    )
    found = offers_for(asked)
    assert bool(found.offers) != bool(found.why_not)
    for offer in found.offers:
        assert offer.ends <= asked.closes
        assert offer.line.starts == asked.starts
        planned = asked.parts_with_rounds(offer.choice.rounds)
        assert planned[0].rounds == (rounds or drawn + offer.choice.rounds) > drawn
        assert planned[1:] == parts[1:]


def blocks_of(line: EveningLine) -> list[tuple[str, float, float]]:
    return [(block.number, block.x, block.width) for block in (*line.blocks, *line.break_blocks)]


def test_a_break_is_as_long_in_the_picture_as_it_is_and_is_said() -> None:
    line = EveningLine(3, 0, 30, 5, SEVEN + timedelta(hours=2), SEVEN + timedelta(minutes=150), "3 rounds")
    broken = replace(line, rounds=2, drawn=1, breaks=((1, 10), (2, 25), (3, 10)))
    assert blocks_of(line) == [("1", 0, 69.2), ("2", 80.8, 69.2), ("3", 161.5, 69.2)]
    assert (broken.starts, broken.words) == (
        SEVEN + timedelta(minutes=35),
        "From 19:35 to 21:00: 3 rounds. Closing time is 21:30. Break of 25 minutes after round 2.",
    )
    assert blocks_of(broken) == [("2", 0, 78.3), ("3", 143.5, 78.3), ("25", 78.3, 65.2)]


def test_a_plan_is_told_part_by_part() -> None:
    plan = (Part("round-robin", 5), Part("knock-out", 1, 2), Part("swiss"))
    assert describe_plan(plan) == (
        "All meet all: 5 rounds; Knock-out, of the best 2: 1 round; Swiss: equal scores meet"
    )
