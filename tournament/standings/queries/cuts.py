"""Who is tied with whom, and what broke the tie: a cut of the cards or a play-off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _

from tournament.event.queries.competitors import Competitor, competitors_of, key_of
from tournament.event.queries.hours import hour_numbers, released_stages
from tournament.foundation.wording import format_cards
from tournament.models import Cut, Enters, Event, PlayOff, SidePlayer, Stage, entry_name
from tournament.ranking import CUT_ORDER, Placing, level_groups_of
from tournament.standings.queries.places import criteria_of
from tournament.standings.queries.standings import Standings

Group = tuple[Placing[int], ...]

CARDS = tuple({14: "A", 13: "K", 12: "Q", 11: "J", 10: "T"}.get(rank, str(rank)) for rank in CUT_ORDER)
"""The cards of a cut, the best first, as cuts are stored."""


@dataclass(frozen=True)
class Tie:
    """Players whose tie only a cut of the cards can break. `cut_again` is set if they have cut cards of equal rank:
    `cards` has those, and the next card is added to them."""

    placings: tuple[Placing[int], ...]
    cards: tuple[str, ...]

    @property
    def cut_again(self) -> bool:
        return bool(self.cards)

    @property
    def cards_in_words(self) -> str:
        return format_cards(self.cards)

    @property
    def entries(self) -> tuple[int, ...]:
        return _entries_of(self.placings)


def ties_of(event: Event, hour: int, groups: Sequence[Group]) -> tuple[Tie, ...]:
    """Returns the ties with the cards cut so far. Those count only if the whole group has cut the same: older cuts of
    single players belonged to other ties."""
    if not groups:
        return ()
    cuts = Cut.objects.filter(stage__event=event, stage__number=hour, superseded_at=None).select_related("entry")
    cards = {key_of(event, cut.entry): tuple(cut.cards) for cut in cuts}
    ties = []
    for group in groups:
        cut = {cards.get(placing.record.entry, ()) for placing in group}
        ties.append(Tie(group, cut.pop() if len(cut) == 1 else ()))
    return tuple(ties)


def final_ties(standings: Standings) -> tuple[Tie, ...]:
    """Returns the ties at the end of the evening, from the top. Players who were on the same side all evening are
    always tied, and cut nothing. In groups, a tie is within one group. Teams whose match is in play cut nothing yet.
    """
    in_groups = groupby(standings.lines, key=lambda line: line.group if standings.of == "groups" else "")
    shared = [tie for _group, lines in in_groups for tie in level_groups_of([line.placing for line in lines])]
    if standings.event.enters == Enters.TEAMS:
        shared = [tie for tie in shared if not any(match.is_open for each in tie for match in each.record.matches)]
    if not shared:
        return ()
    last = released_stages(standings.event)[-1]
    if standings.event.enters != Enters.PLAYERS:
        return ties_of(standings.event, last.number, shared)
    sides: dict[int, set[int]] = {}
    played = SidePlayer.objects.filter(side__match__table__stage__event=standings.event)
    for entry, side in played.values_list("entry_id", "side_id"):
        sides.setdefault(entry, set()).add(side)
    groups = [
        group for group in shared if len({frozenset(sides.get(entry, {-entry})) for entry in _entries_of(group)}) > 1
    ]
    return ties_of(standings.event, last.number, groups)


def _entries_of(group: Group) -> tuple[int, ...]:
    return tuple(placing.record.entry for placing in group)


def cuts_of(stage: Stage) -> list[tuple[str, str]]:
    """Returns who cut which cards in the cuts that count in the standings after an hour."""
    cuts = Cut.objects.filter(stage=stage, superseded_at=None)
    columns = ("entry__event", "entry__player", "entry__player__name", "entry__namesake_note")
    return [(entry_name(*whose), format_cards(cards)) for *whose, cards in cuts.values_list(*columns, "cards")]


@dataclass(frozen=True)
class KeptPlayOff:
    """A play-off that counts; `places` are each place and the name there, the best first."""

    play_off: PlayOff
    places: tuple[tuple[str, str], ...]


def ways_to_break_ties(event: Event) -> tuple[str, ...]:
    """Returns which of "cut" and "play_off" are among this evening's criteria."""
    ranks = criteria_of(event, hours=len(hour_numbers(event)))
    return tuple(criterion.key for criterion in ranks if criterion.key in ("cut", "play_off"))


def say_how_to_break_ties(event: Event) -> str:
    """Says what those who are tied do under this evening's criteria; "" if they keep their place."""
    ways = ways_to_break_ties(event)
    if len(ways) > 1:
        return _("Tied: play off, or cut the cards")
    return {"cut": _("Tied: cut the cards"), "play_off": _("Tied: play off")}[ways[0]] if ways else ""


def play_offs_of(event: Event) -> tuple[KeptPlayOff, ...]:
    """Returns the play-offs that count in the standings as they are now, in the order saved. Three queries at most."""
    stages = released_stages(event)
    kept = (
        list(PlayOff.objects.filter(stage=stages[-1], superseded_at=None).select_related("kept_by")) if stages else []
    )
    if not kept:
        return ()
    units = competitors_of(event)
    return tuple(KeptPlayOff(play_off, _places_of(play_off, units)) for play_off in kept)


def _places_of(play_off: PlayOff, units: Mapping[int, Competitor]) -> tuple[tuple[str, str], ...]:
    places = []
    better = 0
    for keys in play_off.order:
        shown = f"{better + 1}=" if len(keys) > 1 else f"{better + 1}"
        places += [(shown, units[key].name) for key in keys if key in units]
        better += len(keys)
    return tuple(places)
