"""Presets: evenings as clubs play them, with everything filled in, and the movements to choose from, in words.

Pure values; words only come from Django. An event has its own copy of what it chose, so a later change of a preset
changes no evening.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring import RULE_SETS, RuleSet
from tournament.formats.match_length import DECIDER, Length
from tournament.movements.groups import GROUP_SIZES

from .formats import FORMATS, KENT_1674, Part

Words = str | Promise


@dataclass(frozen=True)
class Preset:
    """A preset for an evening. `name` is the evening's name until its director changes it; `format` is a key of
    FORMATS, whose values apply to all that is left out here. `minutes` is the length of a round, `criteria` are keys of
    ranking.CRITERIA in order, `credits`, `house_rules`, `games_a_table` and `undecided` are as in Event."""

    key: str
    label: Words
    sentence: Words
    name: Words
    format: str
    enters: str = ""
    plan: tuple[Part, ...] = ()
    length: Length | None = None
    minutes: int | None = None
    criteria: tuple[str, ...] = ()
    credits: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    house_rules: Mapping[str, Any] = field(default_factory=dict)
    pairs_a_team: int = 2
    games_a_table: tuple[int, ...] = ()
    undecided: str = "most"
    breaks: tuple[tuple[int, int], ...] = ()
    starts_itself: bool = False
    """Whether a round begins by itself after the change-over."""
    standings_shown: bool = False
    """Whether everybody sees the score from the start, as in a match whose captains add it up anyway."""

    @property
    def is_ready_made(self) -> bool:
        """Whether it is filled in for a club; otherwise it is the bare format, which the club fills in."""
        return bool(self.sentence)

    @property
    def rules(self) -> RuleSet:
        return RULE_SETS[FORMATS[self.format].rule_set]

    @property
    def settings(self) -> dict[str, Any]:
        settings = FORMATS[self.format].defaults
        if self.length is not None:
            settings |= {"length_kind": self.length.kind, "length_number": self.length.number}
        if self.minutes is not None:
            settings["hour_seconds"] = self.minutes * 60
        return settings | {
            "enters": self.enters or settings["enters"],
            "plan": [part.in_a_plan for part in self.plan],
            "criteria": list(self.criteria),
            "credits": {kind: dict(credit) for kind, credit in self.credits.items()},
            "house_rules": dict(self.house_rules),
            "pairs_a_team": self.pairs_a_team,
            "games_a_table": list(self.games_a_table),
            "undecided": self.undecided,
            **({"breaks": [list(each) for each in self.breaks]} if self.breaks else {}),
            **({"standings_shown": True} if self.standings_shown else {}),
            **({"starts_itself": True} if self.starts_itself else {}),
        }


SINGLE_GAMES = ("match_points", "head_to_head", "point_difference", "hang_jacks_for", "cut")
PITCH_OF_PAIRS = ("match_points", "games_won", "head_to_head", "point_difference", "cut")
BULLSEYES = ("games_won", "games_lost", "matches_won", "hang_jacks_for", "hang_jacks_against", "cut")
BY_POINTS = ("points_for", "games_won", "cut")
NO_CREDIT = {"rest": {"kind": "nothing"}}
"""A rest counts nothing: an entry that goes through without a match has won nothing yet."""
BYE_OF_A_LEAGUE = {"kind": "win", "left_open": "own_average", "rounded_down": True}

READY_MADE = (
    Preset(
        "kent-1674",
        KENT_1674.label,
        _("All meet at tables of 4, 20 minutes each. The points of the first hour decide the tables of the second."),
        KENT_1674.name,
        KENT_1674.key,
        starts_itself=True,
    ),
    Preset(
        "trinidad-pairs",
        _("Trinidad: pairs, all meet all"),
        _("A game to 14 against every other pair. If the number is odd, 1 pair sits out each round."),
        _("Trinidad pairs"),
        "trinidad-rounds",
        enters="pairs",
        plan=(Part("round-robin"),),
        length=Length("single"),
        minutes=30,
        criteria=SINGLE_GAMES,
    ),
    Preset(
        "trinidad-knock-out-3",
        _("Trinidad: knock-out, best of 3"),
        _("Pairs. Losers are out, with a match for third place. Top entries get the byes."),
        _("Trinidad knock-out"),
        "trinidad-rounds",
        enters="pairs",
        plan=(Part("knock-out"),),
        credits=NO_CREDIT,
        length=Length("best_of", 3),
        minutes=60,
    ),
    Preset(
        "trinidad-knock-out-7",
        _("Trinidad: knock-out, best of 7"),
        _("The same with longer matches, for a whole day or a few pairs."),
        _("Trinidad knock-out"),
        "trinidad-rounds",
        enters="pairs",
        plan=(Part("knock-out"),),
        credits=NO_CREDIT,
        length=Length("best_of", 7),
        minutes=120,
    ),
    Preset(
        "groups-knock-out",
        _("Trinidad: all meet, then knock-out of the top 4"),
        _("5 rounds of single games. The top 4 pairs go on, first against fourth, second against third."),
        _("Trinidad finals"),
        "trinidad-rounds",
        enters="pairs",
        plan=(Part("round-robin", 5), Part("knock-out", 2, 4)),
        length=Length("single"),
        minutes=25,
    ),
    Preset(
        "groups-then-knock-out",
        _("Trinidad: groups, then knock-out"),
        _(
            "Groups of 4 pairs in which all meet. The top 2 of each group go on to the knock-out, and pairs of "
            "one group meet as late as possible."
        ),
        _("Trinidad cup"),
        "trinidad-rounds",
        enters="pairs",
        plan=(Part("groups-4"), Part("knock-out", 0, 2)),
        length=Length("single"),
        minutes=25,
        criteria=SINGLE_GAMES,
    ),
    Preset(
        "team-match",
        _("Trinidad: team match, first to 22"),
        _("2 teams of 3 pairs. The tables play until a team has won 22 games at all of them together."),
        _("Team match"),
        "trinidad-rounds",
        enters="teams",
        plan=(Part("one-match", 1),),
        length=Length("decided", 22),
        minutes=220,
        criteria=BULLSEYES,
        pairs_a_team=3,
        standings_shown=True,
    ),
    Preset(
        "team-match-22-games",
        _("Trinidad: team match over 22 games"),
        _("2 teams of 3 pairs: 2 tables play 7 games, the third 8. 12 games win; at 11 all, one more game decides."),
        _("Team match"),
        "trinidad-rounds",
        enters="teams",
        plan=(Part("one-match", 1),),
        length=Length("decided", 12),
        minutes=130,
        criteria=BULLSEYES,
        pairs_a_team=3,
        games_a_table=(7, 7, 8),
        undecided=DECIDER,
        standings_shown=True,
    ),
    Preset(
        "team-match-halves",
        _("Trinidad: team match in 2 halves"),
        _("2 teams of 6 pairs play until the bell, have a meal, and play a second half. Most games win."),
        _("Match day"),
        "trinidad-rounds",
        enters="teams",
        plan=(Part("one-match", 2),),
        length=Length("timed"),
        minutes=120,
        criteria=BULLSEYES,
        pairs_a_team=6,
        breaks=((1, 45),),
        standings_shown=True,
    ),
    Preset(
        "team-league",
        _("Trinidad: team league night"),
        _("Teams of several pairs meet at as many tables, 7 games each; bullseyes and hang jacks add up."),
        _("League night"),
        "trinidad-rounds",
        enters="teams",
        plan=(Part("round-robin"),),
        length=Length("games", 7),
        minutes=105,
        criteria=BULLSEYES,
        credits={"rest": BYE_OF_A_LEAGUE},
    ),
    Preset(
        "team-cup",
        _("Trinidad: team cup with a second cup"),
        _(
            "Groups of 4 teams, first to 18 games. The top 2 of each group go on to the knock-out, and teams of one "
            "group meet as late as possible; the others play a second cup."
        ),
        _("Team cup"),
        "trinidad-rounds",
        enters="teams",
        plan=(Part("groups-4"), Part("knock-out", 0, 2, second_cup=True)),
        length=Length("decided", 18),
        minutes=150,
        criteria=BULLSEYES,
        pairs_a_team=3,
        undecided=DECIDER,
        standings_shown=True,
    ),
    Preset(
        "changing-partners",
        _("Trinidad: changing partners"),
        _("No partner needed: a new one each round. Everybody is ranked alone."),
        _("Changing partners"),
        "trinidad-rounds",
        enters="players",
        plan=(Part("changing-partners"),),
        length=Length("single"),
        minutes=25,
        criteria=("match_points", "point_difference", "hang_jacks_for", "cut"),
    ),
    Preset(
        "seven-up-ladder",
        _("Seven Up: ladder"),
        _("2 at a table play a game to 7. The winner moves up a table, the loser down."),
        _("Seven Up ladder"),
        "seven-up-rounds",
        enters="players",
        plan=(Part("ladder"),),
        length=Length("single"),
        minutes=15,
        criteria=("match_points", "point_difference", "head_to_head", "cut"),
    ),
    Preset(
        "individual-pitch",
        _("Auction Pitch: singles"),
        _("Tables of about 4, new each round so that few meet twice; 2 games at each."),
        _("Individual Pitch"),
        "auction-pitch-rounds",
        enters="players",
        plan=(Part("auction-pitch-mixed"),),
        length=Length("games", 2),
        minutes=40,
        criteria=("games_won", "points_for", "cut"),
    ),
    Preset(
        "pitch-drive",
        _("Auction Pitch: drive"),
        _("A game at each table. The best move up, the others down, and all points count."),
        _("Pitch drive"),
        "auction-pitch-rounds",
        enters="players",
        plan=(Part("auction-pitch-drive"),),
        length=Length("single"),
        minutes=20,
        criteria=BY_POINTS,
    ),
    Preset(
        "pitch-pairs",
        _("Pitch in pairs: all meet all"),
        _("Best of 3 games to 7 against every other pair. A bid that fails sets the pair back."),
        _("Pitch in pairs"),
        "auction-pitch-rounds",
        enters="pairs",
        plan=(Part("round-robin"),),
        length=Length("best_of", 3),
        minutes=40,
        criteria=PITCH_OF_PAIRS,
    ),
    Preset(
        "setback",
        _("Setback: pairs to 21"),
        _("A game to 21 against every other pair. If all others pass, the dealer has bid 2."),
        _("Setback"),
        "auction-pitch-rounds",
        enters="pairs",
        plan=(Part("round-robin"),),
        length=Length("single"),
        minutes=40,
        criteria=PITCH_OF_PAIRS,
        house_rules={"target": 21, "auction.all_pass": "dealer_bids"},
    ),
    Preset(
        "cinch",
        _("Cinch: pairs to 51"),
        _("A game to 51 against every other pair, with bids from 1. A bid that fails sets the pair back."),
        _("Cinch"),
        "cinch-rounds",
        enters="pairs",
        plan=(Part("round-robin"),),
        length=Length("single"),
        minutes=40,
        criteria=PITCH_OF_PAIRS,
    ),
    Preset(
        "don-league-match",  # "League Rules", Walton Le Dale Welsh Don League, rules 1, 3 and 8
        _("Welsh Don: league match of 5 games"),
        _("2 teams of at least 5 players: 3 games of pairs at one table, 2 at the other. Most games win the match."),
        _("Don league match"),
        "welsh-don-rounds",
        enters="teams",
        plan=(Part("one-match", 1),),
        length=Length("games", 3),
        minutes=150,
        criteria=("games_won", "games_lost", "cut"),
        games_a_table=(3, 2),
        standings_shown=True,
    ),
)


PRESETS: Mapping[str, Preset] = {
    **{preset.key: preset for preset in READY_MADE},
    **{
        key: Preset(key, evening.label, "", evening.name, key) for key, evening in FORMATS.items() if key != "kent-1674"
    },
}
"""The ready-made presets first, then every bare format."""


def preset_like(format: str, *, enters: str, movements: Sequence[str], length: Length) -> str:
    """Returns the key of the preset nearest to such an evening: with the same kind of competitor and movement, and if
    possible the same length of match. If there is none, returns the key of the bare format."""
    alike = [
        preset
        for preset in PRESETS.values()
        if preset.is_ready_made
        and preset.format == format
        and preset.settings["enters"] == enters
        and [part.movement for part in preset.plan] == list(movements)
    ]
    alike.sort(key=lambda preset: preset.length != Length(length.kind, length.number))
    return alike[0].key if alike else format


MOVEMENT_LABELS: Mapping[str, str | Promise] = {
    "kent": _("Tables of 4, all meet"),
    **{f"{rules}-tables": _("Random tables") for rules in RULE_SETS},
    **{f"{rules}-mixed": _("New tables each round") for rules in RULE_SETS},
    **{f"{rules}-drive": _("The better half of a table moves up") for rules in RULE_SETS},
    "round-robin": _("All meet all"),
    "one-match": _("One match between 2 teams"),
    "groups-3": _("Groups of 3"),
    "groups-4": _("Groups of 4"),
    "groups-5": _("Groups of 5"),
    "groups-6": _("Groups of 6"),
    "stay-and-move": _("Half stay, half move up"),
    "changing-partners": _("Partners change every round"),
    "progressive": _("Winners move up and split"),
    "progressive-pairs": _("Winners move up"),
    "ladder": _("Winner up, loser down"),
    "swiss": _("Swiss: equal scores meet"),
    "knock-out": _("Knock-out"),
    "knock-out-plate": _("Knock-out with a plate"),
}


MOVEMENT_TEXTS: Mapping[str, str | Promise] = {
    "round-robin": _("Everybody meets everybody else once. If the number is odd, 1 sits out each round."),
    "one-match": _(
        "The pairs of both teams meet table by table; the games of all tables are added up. With 2 rounds, each is "
        "half of the match."
    ),
    **{
        f"groups-{size}": _("Side by side: all in a group meet once, and each group has its own standings.")
        for size in GROUP_SIZES
    },
    "stay-and-move": _("Half keep their tables; the other half move up a table after each round."),
    "changing-partners": _("Everybody partners everybody else once, and plays against everybody twice."),
    "progressive": _(
        "Winners move up a table and take new partners; losers stay, but those at table 1 go to the last table."
    ),
    "progressive-pairs": _("Pairs stay together. Winners move up a table; losers stay."),
    "ladder": _("The winner moves up a table, the loser down."),
    "swiss": _("In each round, equal scores meet. Nobody meets the same opponent twice."),
    "knock-out": _("Losers are out. The best are drawn apart, and there is a match for third place."),
    "knock-out-plate": _("Losers are out. Those who lose their first match play on for the plate."),
    **{f"{rules}-mixed": _("New tables each round, so that as few as possible meet twice.") for rules in RULE_SETS},
    **{
        f"{rules}-drive": _(
            "The better half of a table moves up and the rest stay; the rest of table 1 go to the last table."
        )
        for rules in RULE_SETS
    },
}
