"""What a hand would do to its match, in words: who is out on what, what is set back or lost, and what comes next."""

from scoring import RULE_SETS, Seating
from tests.hands.filled import facts_of, form_of, fresh, names_of
from tests.scoring.tables import FOUR, PAIRS, THREE, TWO
from tournament.formats.match_length import Length, PlacedHand, match_around_hand
from tournament.hands.forms.facts import derive_pips
from tournament.hands.forms.preview import Preview, preview_of

NLCB = RULE_SETS["nlcb"]
BEST_OF_3 = Length("best_of", 3)
A_WINS_FOUR = {"high": "a", "low": "a", "jack": "a", "game": "a"}
FOR_B = {"high": "b", "low": "b", "game": "b"}
PITCHED = {"bid_b": "2", "high": "b", "low": "b", "game": "b"}


def placed(rules: str, seating: Seating, *marked: tuple[int, dict[str, object]]) -> list[PlacedHand]:
    """Hands by what was marked in each, with its game."""
    return [
        PlacedHand(number, game, facts_of(RULE_SETS[rules], seating, **marks))
        for number, (game, marks) in enumerate(marked, start=1)
    ]


def preview(
    rules: str,
    seating: Seating,
    hands: list[PlacedHand] | None = None,
    *,
    number: int | None = None,
    length: Length = BEST_OF_3,
    **marks: object,
) -> Preview:
    """A hand put among others: after them, or in the place of one."""
    known, hands = RULE_SETS[rules], hands or []
    match = match_around_hand(known, length, seating, names_of(seating), hands, number or len(hands) + 1)
    return preview_of(match, match.with_hand(facts_of(known, seating, **marks)))


def test_awards_are_shown_in_the_order_in_which_they_count_with_the_new_score() -> None:
    shown = preview("trinidad", PAIRS, card_1="AH", high="a", low="b", jack="b", jack_from="a", game="b")
    assert [(award.word, award.name, award.points) for award in shown.awards] == [
        ("Kick", "Ann and Cy", 1),
        ("High", "Ann and Cy", 1),
        ("Low", "Bea and Dan", 1),
        ("Hang Jack", "Bea and Dan", 3),
        ("Game", "Bea and Dan", 1),
    ]
    assert [(side.name, side.score, side.points) for side in shown.sides] == [
        ("Ann and Cy", 2, 2),
        ("Bea and Dan", 5, 5),
    ]
    assert (shown.words, shown.late, shown.failures) == ((), (), ())


def test_who_is_out_is_told_with_what_took_him_there_and_which_game_begins() -> None:
    three = placed("trinidad", PAIRS, *[(1, A_WINS_FOUR)] * 3)
    shown = preview("trinidad", PAIRS, three, high="a", low="a", jack="b", game="b")
    assert shown.words == ("Ann and Cy are out, on Low.", "Game 2 begins. Games: Ann and Cy 1, Bea and Dan 0.")
    assert [(award.word, award.name) for award in shown.late] == [("Jack", "Bea and Dan"), ("Game", "Bea and Dan")]
    alone = preview("seven-up", TWO, placed("seven-up", TWO, (1, A_WINS_FOUR)), high="a", low="a", game="a")
    assert alone.words == ("Ann is out, on Game.", "Game 2 begins. Games: Ann 1, Bea 0.")


def test_a_new_game_starts_at_nothing() -> None:
    won = placed("seven-up", TWO, *[(1, A_WINS_FOUR)] * 2)
    shown = preview("seven-up", TWO, won, **FOR_B)
    assert [(side.name, side.score, side.points) for side in shown.sides] == [("Ann", 0, 0), ("Bea", 3, 3)]


def test_the_end_of_the_match_is_told() -> None:
    two = placed("seven-up", TWO, *[(1, A_WINS_FOUR)] * 2, (2, A_WINS_FOUR))
    assert preview("seven-up", TWO, two, **A_WINS_FOUR).words == (
        "Ann is out, on Jack.",
        "Ann wins the match. Games: Ann 2, Bea 0.",
    )
    single = Length("single")
    assert preview("seven-up", TWO, two[:1], length=single, **A_WINS_FOUR).words == (
        "Ann is out, on Jack.",
        "The match is over.",
    )
    late = preview("seven-up", TWO, two[:2], length=single, **FOR_B)
    assert (late.awards, [award.word for award in late.late]) == ((), ["High", "Low", "Game"])


def test_a_game_lost_by_a_revoke_is_told_as_such() -> None:
    shown = preview("trinidad", PAIRS, **FOR_B, revoke_1="d", revoke_led_1="trump", revoke_top_1="yes")
    assert shown.words == (
        "Bea and Dan lose the game by a renege; Ann and Cy win it.",
        "Game 2 begins. Games: Ann and Cy 1, Bea and Dan 0.",
    )
    assert [award.word for award in shown.awards] == ["Game lost"]


def test_a_pitcher_who_fails_is_set_back_and_one_who_makes_a_smudge_is_out() -> None:
    assert preview("auction-pitch", FOUR, bid_c="3", **FOR_B).words == ("Cy is set back 3.",)
    assert preview("auction-pitch", PAIRS, bid_c="3", **FOR_B).words == ("Ann and Cy are set back 3.",)
    shown = preview("auction-pitch", THREE, bid_b="4", high="b", low="b", jack="b", game="b")
    assert shown.words == (
        "Bea is out, on a smudge.",
        "To pay: Ann 2, Cy 2.",
        "Game 2 begins. Games: Ann 0, Bea 1, Cy 0.",
    )


def test_a_bid_that_can_still_be_made_is_set_back_only_as_marked_so_far() -> None:
    rules = RULE_SETS["auction-pitch"]
    match = match_around_hand(rules, BEST_OF_3, FOUR, names_of(FOUR), [], 1)
    counted = match.with_hand(facts_of(rules, FOUR, bid_c="3", high="c"))
    assert preview_of(match, counted, so_far_only=True).words == ("As marked so far, Cy is set back 3.",)


def test_losers_pay_by_what_they_have() -> None:
    two = placed("auction-pitch", THREE, (1, PITCHED | {"game": "c"}), (1, PITCHED))
    shown = preview("auction-pitch", THREE, two, length=Length("games", 1), **PITCHED)
    assert shown.words == (
        "Bea is out, on Low.",
        "To pay: Ann 2, Cy 1.",
        "Bea wins the match. Games: Ann 0, Bea 1, Cy 0.",
    )


def test_a_correction_tells_which_hands_it_leaves_after_the_end_and_which_game_without_one() -> None:
    three = placed("seven-up", TWO, (1, A_WINS_FOUR), (1, {"high": "a", "low": "b", "game": "b"}), (1, A_WINS_FOUR))
    assert preview("seven-up", TWO, three, number=2, **A_WINS_FOUR).words == (
        "Ann is out, on Jack.",
        "Hand 3 comes after the end: it is saved but not counted.",
    )
    two_games = placed("seven-up", TWO, (1, A_WINS_FOUR), (1, A_WINS_FOUR), (2, A_WINS_FOUR))
    assert preview("seven-up", TWO, two_games, number=2, **FOR_B).words == (
        "Game 1 is not finished by its hands, but another follows. Check its hands.",
    )


def test_a_correction_that_turns_a_game_says_whose_it_is_now_and_what_comes_after_the_end() -> None:
    for_a = {"high": "a", "low": "a", "game": "a"}
    hands = placed("seven-up", TWO, (1, FOR_B), (1, for_a), (1, for_a), (1, for_a), (1, for_a))
    assert preview("seven-up", TWO, hands, number=2, **FOR_B, jack="b").words == (
        "Bea is out, on Game.",
        "Game 1 now goes to Bea.",
        "Hands 3 to 5 come after the end: they are saved but not counted.",
    )
    turned = preview("seven-up", TWO, hands[:4], number=1, high="b", low="a", jack="b", game="a")
    assert turned.words == ("Hand 4 comes after the end: it is saved but not counted.",)
    earlier = placed("seven-up", TWO, (1, FOR_B), (1, FOR_B), (1, for_a), (1, {"low": "b", "game": "a"}))
    assert preview("seven-up", TWO, earlier, number=1, **FOR_B, jack="b").words == (
        "Hands 3 and 4 come after the end: they are saved but not counted.",
    )


def test_a_correction_of_a_game_that_has_ended_may_open_it_again() -> None:
    two = placed("seven-up", TWO, *[(1, A_WINS_FOUR)] * 2)
    assert preview("seven-up", TWO, two, number=2, **FOR_B).words == ("Game 1 is no longer over; it goes on.",)


def test_a_correction_tells_when_it_ends_the_match_or_opens_it_again_or_gives_it_to_somebody_else() -> None:
    two = placed("seven-up", TWO, *[(1, A_WINS_FOUR)] * 2, *[(2, A_WINS_FOUR)] * 2)
    assert preview("seven-up", TWO, two, number=4, **FOR_B).words == (
        "Game 2 is no longer over; it goes on.",
        "The match is no longer over; it goes on. Games: Ann 1, Bea 0.",
    )
    open_still = placed("seven-up", TWO, *[(1, A_WINS_FOUR)] * 2, (2, A_WINS_FOUR), (2, FOR_B))
    assert preview("seven-up", TWO, open_still, number=4, **A_WINS_FOUR).words == (
        "Ann is out, on Jack.",
        "Ann wins the match. Games: Ann 2, Bea 0.",
    )
    lower = {"low": "b", "game": "a"}
    games = placed("seven-up", TWO, (1, A_WINS_FOUR), (1, lower), (1, FOR_B), (1, {"high": "a", "low": "a"}))
    assert preview("seven-up", TWO, games, number=1, length=Length("race", 1), **FOR_B).words == (
        "Game 1 now goes to Bea.",
        "Bea wins the match. Games: Ann 0, Bea 1.",
        "Hand 4 comes after the end: it is saved but not counted.",
    )


def test_a_new_hand_after_the_end_of_the_match_tells_of_no_winner_again() -> None:
    two = placed("seven-up", TWO, *[(1, A_WINS_FOUR)] * 2)
    assert preview("seven-up", TWO, two, length=Length("race", 1), **FOR_B).words == ()


def test_card_values_that_were_worked_out_are_told() -> None:
    kicked = {"card_1": "9H", "answer_1": "run", "card_2": "KH", "answer_2": "run", "card_3": "4H", "answer_3": "kick"}
    facts = facts_of(NLCB, PAIRS, **kicked, card_4="10S", jack="b", pips_b=30)
    form = form_of(NLCB, PAIRS, fresh(NLCB, PAIRS, **kicked, card_4="10S", jack="b", pips_b=30))
    assert form.is_valid()
    pips = derive_pips(PAIRS, form.cleaned_data, facts)
    assert pips == {"A": 37}
    match = match_around_hand(NLCB, BEST_OF_3, PAIRS, names_of(PAIRS), [], 1)
    assert preview_of(match, match.with_hand(facts), pips=pips).words == ("Game points of Ann and Cy: 37.",)


def test_failures_to_follow_in_a_whole_hand_are_told_with_player_and_trick() -> None:
    dealt = {"dealt_a": "AH KH 2C 3C 4C 5C", "dealt_b": "10H 9H 8H 2S 3S 4S"}
    tricks = "10H AH\nKH 2S\n2C 9H\n8H 3C\n3S 4C\n4S 5C"
    shown = preview("kent", TWO, length=Length("timed"), card_1="QH", **dealt, tricks=tricks)
    assert shown.failures == ("Trick 2: Bea did not follow suit.",)
    called = {"revoke_1": "b", "revoke_jack_1": "no"}
    shown = preview("seven-up", TWO, card_1="QH", **dealt, tricks=tricks, **called)
    assert shown.failures == ("Trick 2: Bea did not follow suit, as was called.",)
