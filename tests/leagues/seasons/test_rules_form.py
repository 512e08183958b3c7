"""The form of a league's rules: what nearly every league sets is in sight, the rest is folded and says what is set."""

import re
from datetime import date
from decimal import Decimal
from typing import Any

from django.test import Client

from tests.leagues.seasons.test_division_rules import first, secretary, sent_by
from tests.leagues.test_league_pages import words
from tournament.leagues.forms.leagues import RULES
from tournament.leagues.rules_in_words import GROUPS
from tournament.models import League

__all__ = ["first", "secretary"]

ALL_SET: dict[str, Any] = {
    "per_game": Decimal(1),
    "bonus": Decimal("0.5"),
    "bonus_within": 3,
    "bye": "win",
    "walk_over": 14,
    "agree_hours": 1,
    "shows_reported": True,
    "squads_until": date(2027, 3, 31),
    "transfers_until": date(2027, 1, 31),
    "squad_most": 12,
    "substitutes": 2,
    "substitute_matches": 3,
    "lent_matches": 1,
    "promoted": 1,
    "play_off": 4,
    "relegated": 2,
    "fee": Decimal(20),
    "walk_over_fine": Decimal(5),
}


def said(league: League) -> dict[str, str]:
    return {str(group.title): group.words(league) for group in GROUPS}


def test_each_folded_group_says_in_words_what_is_set_there() -> None:
    usual = "Bullseyes won, bullseyes lost, matches won, hang jacks, hang jacks against"
    assert said(League()) == {
        "Tie-breaks": usual,
        "More league points": "None for games won or for losing by few",
        "Byes and walk-overs": "A bye counts nothing; a walk-over counts 0–0 bullseyes",
        "Captains’ reports": "A captain’s silence agrees after 48 hours",
        "Squads and substitutes": "Always open, any number of players and substitutes",
        "Up and down": "Nobody goes up or down",
        "Fee and fines": "None",
    }
    assert said(League(**ALL_SET, tie_breaks=["head_to_head", "games_won"], counts="legs")) == {
        "Tie-breaks": "Head to head, legs won",
        "More league points": "1 for each game won; ½ for losing by 3 games at most",
        "Byes and walk-overs": "A bye counts as a match won; a walk-over counts 14–0 legs",
        "Captains’ reports": (
            "A captain’s silence agrees after 1 hour; what one captain has reported is shown as provisional"
        ),
        "Squads and substitutes": (
            "Closed after 31 March 2027; no transfers after 31 January 2027; at most 12 players; "
            "2 substitutes a match; a substitute is tied to a team after 3 matches; "
            "players of other squads help out in 1 match"
        ),
        "Up and down": "1 goes up; 4 play off; 2 go down",
        "Fee and fines": "20.00 a team; 5.00 for a walk-over",
    }
    race = said(League(race_to=18, bye="own_average", agree_hours=None, substitutes=0))
    assert race["Byes and walk-overs"] == (
        "A bye counts the average of the team’s other matches; a walk-over counts 18–0 bullseyes"
    )
    assert (race["Captains’ reports"], race["Squads and substitutes"]) == (
        "Both captains have to report",
        "No substitutes",
    )


def test_every_rule_has_its_box_once_and_only_groups_with_an_error_are_open(first: League, secretary: Client) -> None:
    address = f"/leagues/{first.pk}/rules/"
    page = secretary.get(address)
    html = page.content.decode()
    main = html[html.index("<main") :]
    assert {name: len(re.findall(rf'id="id_{name}"', main)) for name in RULES} == dict.fromkeys(RULES, 1)
    assert [group.is_open for group in page.context["form"].groups] == [False] * len(GROUPS)
    sent = sent_by(page.context["form"]) | {"squad_most": "-3", "fee": "30"}
    wrong = secretary.post(address, sent)
    assert (wrong.status_code, wrong.context["form"].errors["squad_most"]) == (422, ["The number must be at least 0."])
    opened = [group.title for group in wrong.context["form"].groups if group.is_open]
    assert (opened, wrong.content.decode().count('<details class="rule-group" open>')) == (
        ["Squads and substitutes"],
        1,
    )
    assert "Fee and fines 30.00 a team" in words(wrong)
    assert secretary.post(address, sent | {"squad_most": "9"}).status_code == 302
    first.refresh_from_db()
    assert (first.squad_most, first.fee, first.relegated) == (9, Decimal(30), 2)
