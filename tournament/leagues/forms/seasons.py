"""The form of a league's next season: its name, and the division of each team."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.leagues.queries.seasons import TeamMove
from tournament.models import League
from tournament.web.fields import LineField

LEAVES = "-"


class SeasonForm(forms.Form):
    """`rows` are the teams with their fields, in the order of the tables. The name of the season is proposed: 2027/28
    after 2026/27."""

    season = LineField(label=_("Next season"), max_length=40, help_text=_("For example 2027, or 2027/28."))

    def __init__(
        self, divisions: Sequence[League], moves: Sequence[TeamMove], data: Mapping[str, Any] | None = None
    ) -> None:
        following = re.sub(r"\d+", lambda year: str(int(year[0]) + 1).zfill(len(year[0])), divisions[0].season)
        super().__init__(data, initial={"season": following})
        self.moves = moves
        choices: list[tuple[str, Any]] = [(str(each.division), _division_name(each)) for each in divisions]
        choices.append((LEAVES, _("Leaves the league")))
        for move in moves:
            to = LEAVES if move.next_division is None else str(move.next_division)
            field = forms.ChoiceField(label=move.team.name, choices=choices, initial=to)
            self.fields[f"team_{move.team.pk}"] = field

    @property
    def rows(self) -> list[tuple[TeamMove, Any]]:
        return [(move, self[f"team_{move.team.pk}"]) for move in self.moves]

    @property
    def changed_sizes(self) -> list[tuple[int, int, int]]:
        """Returns each division that would have another number of teams, that number, and how many it has now."""
        now = Counter(move.division for move in self.moves)
        then = Counter(move.next_division for move in self.moves)
        return [(each, then[each], now[each]) for each in sorted(now) if then[each] != now[each]]

    def clean_season(self) -> str:
        season = str(self.cleaned_data["season"])
        if self.moves and season == self.moves[0].team.league.season:
            raise forms.ValidationError(_("This is the present season."))
        return season

    def divisions_of_teams(self) -> dict[int, int | None]:
        values = {move.team.pk: self.cleaned_data[f"team_{move.team.pk}"] for move in self.moves}
        return {pk: None if value == LEAVES else int(value) for pk, value in values.items()}


def _division_name(league: League) -> Any:
    return _("Division %(number)s") % {"number": league.division} if league.division else _("Plays on")
