"""Standings at their edges: no figure to show, three names in a sentence, and what an earlier round decided."""

from django.urls import reverse

from tests.conftest import signed_in
from tests.round_evenings import Rounds, out, rule_all
from tournament.models import Event, Side
from tournament.results.services.decisions import make_ruling
from tournament.standings.queries.cuts import final_ties
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import (
    file_of_standings,
    sort_standings,
    standings_on_paper,
    standings_page,
)
from tournament.standings.services import record_cuts


def test_an_order_without_figures_ranks_without_columns(rounds_of: Rounds) -> None:
    evening = rounds_of(2, plan=[["round-robin", 1]], criteria=["head_to_head"])
    out(evening, 1)
    rule_all(evening, 1)
    for page in (standings_page(standings_of(evening.event)), standings_on_paper(standings_of(evening.event))):
        assert [(row.place, row.decided, row.notes, len(row.cells)) for row in page.rows] == [
            ("1", "", "", 1),
            ("2", "", "", 1),
        ]
        assert [column.key for column in page.columns] == ["played"]
    file = signed_in(evening).get(reverse("standings_csv", args=[evening.event.pk])).content.decode("utf-8-sig")
    assert file.splitlines()[0] == "Place,Name,Played,Decided by,Notes"


def test_three_names_stand_in_one_sentence(rounds_of: Rounds) -> None:
    """All are level but the first, whose hang jacks are the only ones known."""
    evening = rounds_of(4, plan=[["round-robin", 1]], criteria=["match_points", "points_for", "hang_jacks_for"])
    out(evening, 1)
    for match, own in zip(evening.matches(1), (10, 9)):
        make_ruling(match, points=(own, 9), games=(1, 1), reason="So.", by=evening.director, now=evening.now)
    Side.objects.filter(points=10).update(hang_jacks=1)
    page = standings_page(standings_of(Event.objects.get()))
    names = "{}, {} and {}".format(*[row.name for row in page.rows[1:]])
    assert [(row.place, row.decided) for row in page.rows] == [
        ("1", f"Ahead of {names}: points for 10 to 9"),
        *[("2=", "")] * 3,
    ]
    assert page.unknown == (f"Hang jacks: not known for {names} (–).",)
    head, *rows = file_of_standings(page, sort_standings(page, {}, kept={}))
    assert [row[list(head).index("Hang jacks")] for row in rows] == [1, "", "", ""]


def test_cards_cut_after_an_earlier_round_break_no_tie_at_the_end(rounds_of: Rounds) -> None:
    evening = rounds_of(4, plan=[["round-robin", 2]], criteria=["match_points", "cut"])
    out(evening, 1)
    rule_all(evening, 1)
    keys = [line.record.entry for line in standings_of(evening.event).lines]
    cards = dict(zip(keys, ["A", "3", "K", "9"]))
    record_cuts(evening.hour(1), {key: [card] for key, card in cards.items()}, by=evening.director, now=evening.now)
    cut = [(line.placing.shown, cards[line.record.entry]) for line in standings_of(evening.event).lines]
    assert cut == [("1", "3"), ("2", "A"), ("3", "K"), ("4", "9")]
    out(evening, 2)
    for match in evening.matches(2):
        make_ruling(match, points=(9, 9), games=(1, 1), reason="So.", by=evening.director, now=evening.now)
    event = Event.objects.get()
    standings = standings_of(event)
    assert [line.placing.shown for line in standings.lines] == ["1=", "1=", "3=", "3="]
    assert [tie.cards for tie in final_ties(standings)] == [(), ()]
    page = signed_in(evening, "director").get(reverse("standings", args=[event.pk]), {"hour": "1"})
    assert [line.placing.shown for line in page.context["shown"].page.standings.lines] == ["1", "2", "3", "4"]
    record_cuts(evening.hour(1), {key: ["9"] for key in keys}, by=evening.director, now=evening.now)
    assert [tie.cards for tie in final_ties(standings_of(Event.objects.get()))] == [(), ()]


def test_groups_are_ranked_by_their_own_order_and_never_by_the_bracket_after_them(rounds_of: Rounds) -> None:
    evening = rounds_of(8, plan=[["groups-4", 3, 0], ["knock-out", 0, 2]], criteria=["match_points", "cut"])
    out(evening, 1)
    rule_all(evening, 1)
    tables = [standings_of(evening.event, counting=of) for of in ("groups", "entered")]
    assert [[each.key for each in table.criteria] for table in tables] == [
        ["match_points", "cut"],
        ["knock_out", "match_points", "cut"],
    ]
    assert [[line.placing.shown for line in table.lines] for table in tables] == [
        ["1=", "1=", "3=", "3="] * 2,
        ["1="] * 4 + ["5="] * 4,
    ]
