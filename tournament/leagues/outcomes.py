"""What can happen to a league match besides being played, and to a team's matches when it withdraws, as values that say
how each counts and how it is marked. Pure, except that pages translate its words.

The mark is public: on pages, paper, the message of the week, the site and the API. Why it was ruled so is not: it may
say things about people, and only those who run the league read it, at the match and in the log."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import GOES_ON, PLAY_AGAIN

Counting = Literal["figures", "award", "nothing", "open"]
"""The figures count; a win for one team at the league's walk-over figure; nothing; it is still to be played."""


@dataclass(frozen=True)
class Outcome:
    """`mark` is what lists show beside the match, with `%(team)s` for the team it was awarded to; `mark_when_played` is
    that of a match which got a result since."""

    key: str
    label: Promise
    explanation: Promise
    counting: Counting
    mark: Promise
    mark_when_played: Promise | None = None
    asks_winner: bool = False
    asks_score: bool = False
    asks_offender: bool = False
    """Whether one has to say whose players might not play."""
    of_cups: bool = False
    """Whether only a match of a cup can have it."""
    keeps_hang_jacks: bool = False

    @property
    def keeps_figures(self) -> bool:
        """Whether a result can be entered for it or corrected without taking the ruling back."""
        return self.asks_score or self.counting == "open"


OUTCOMES: Mapping[str, Outcome] = {
    outcome.key: outcome
    for outcome in (
        Outcome(
            "walk_over",
            _("Walk-over"),
            _("The other team did not come, or gave the match away. Counts as a win, and in no average."),
            "award",
            _("walk-over for %(team)s"),
            asks_winner=True,
        ),
        Outcome(
            "forfeited",
            _("Forfeited"),
            _("A rule was broken, as by a player who may not play. The other team gets the match as a walk-over."),
            "award",
            _("forfeited to %(team)s"),
            asks_winner=True,
        ),
        Outcome(
            "table_forfeited",
            _("A table forfeited"),
            _("A player may not play, and the other team gets the games of that table. Check the new score."),
            "figures",
            _("a table forfeited"),
            asks_score=True,
            asks_offender=True,
            keeps_hang_jacks=True,
        ),
        Outcome(
            "void",
            _("Void"),
            _("Not played by either team, or struck out. Counts nothing, and nobody waits for it."),
            "nothing",
            _("void"),
        ),
        Outcome(
            "abandoned",
            _("Abandoned, the score counts"),
            _("Broken off. The games that both teams agree on count as the result."),
            "figures",
            _("abandoned"),
            asks_score=True,
        ),
        Outcome(
            "abandoned_void",
            _("Abandoned, counts nothing"),
            _("Broken off. The score is shown and counts nothing."),
            "nothing",
            _("abandoned, not counted"),
            asks_score=True,
        ),
        Outcome(
            PLAY_AGAIN,
            _("To be played again"),
            _("The result is set aside. The match is on the list of fixtures again."),
            "open",
            _("to be replayed"),
            mark_when_played=_("replayed"),
        ),
        Outcome(
            GOES_ON,
            _("Decided after a draw"),
            _("Both teams are level. You say who goes on, and how that was decided."),
            "figures",
            _("%(team)s goes on"),
            asks_winner=True,
            asks_score=True,
            of_cups=True,
        ),
    )
}


@dataclass(frozen=True)
class Withdrawal:
    """What becomes of the results of a team that withdraws. Matches that do not count are byes of the other teams."""

    key: str
    label: Promise
    explanation: Promise
    counts: Callable[[date | None, date | None], bool]
    """Whether a match played on the first date counts if results are kept until the second."""
    note: Promise
    asks_date: bool = False


WITHDRAWALS: Mapping[str, Withdrawal] = {
    rule.key: rule
    for rule in (
        Withdrawal(
            "kept",
            _("Results are kept"),
            _("All matches it has played count. The others have a bye where they were still to meet it."),
            lambda day, until: True,
            _("Withdrew on %(day)s, results kept"),
        ),
        Withdrawal(
            "struck",
            _("Results are struck out"),
            _("None of its matches counts. The others have a bye in each of them."),
            lambda day, until: False,
            _("Withdrew on %(day)s, results struck out"),
        ),
        Withdrawal(
            "kept_until",
            _("Results are kept up to a date"),
            _("Its matches count up to that date. Later ones, and those without a date, are byes of the others."),
            lambda day, until: day is not None and until is not None and day <= until,
            _("Withdrew on %(day)s, results kept up to %(until)s"),
            asks_date=True,
        ),
    )
}
