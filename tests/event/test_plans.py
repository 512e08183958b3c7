"""Ways to fill an evening of one part or two: never past closing time, and never fewer rounds than are drawn."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from scoring import RULE_SETS
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
    )
    found = offers_for(asked)
    assert bool(found.offers) != bool(found.why_not)
    for offer in found.offers:
        assert offer.ends <= asked.closes
        planned = asked.parts_with_rounds(offer.choice.rounds)
        assert planned[0].rounds == (rounds or drawn + offer.choice.rounds) > drawn
        assert planned[1:] == parts[1:]


def test_a_plan_is_told_part_by_part() -> None:
    plan = (Part("round-robin", 5), Part("knock-out", 1, 2), Part("swiss"))
    assert describe_plan(plan) == (
        "All meet all: 5 rounds; Knock-out, of the best 2: 1 round; Swiss: equal scores meet"
    )
