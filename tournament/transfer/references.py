"""Finds where JSON fields name other rows by their ids, and swaps these ids for the keys of a file.

Each function here goes through one such value and asks `References` for every id in it. The same function serves both
ways: export, where ids become keys, and import, where keys become ids.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from django.db.models import Model

from tournament.foundation.model_rows import WrongValue
from tournament.models import Enters, Hand, LogEntry, PlayOff, SidePlayer, Stage

NUMBER = re.compile(r"-?\d{1,19}")
GONE = re.compile(r"(\w+)-gone-(\d{1,6})")


class References(Protocol):
    competitors: str
    """The kind of the evening's competitors: "entry" or "team"; "" for a league."""

    def swap(self, kind: str, named: Any) -> Any:
        """Returns the key for a row's id, or the id for a row's key."""

    def swap_text(self, kind: str, named: str) -> str:
        """Does the same for ids in text, such as the players of hands; text that is neither id nor key stays."""


def kind_of_competitors(enters: str) -> str:
    return "entry" if enters == Enters.PLAYERS else "team"


class ToKeys:
    """Turns ids into keys. Rows that no longer exist, which only the log names, are numbered in the order in which they
    come up."""

    def __init__(self, keys: Mapping[tuple[str, int], str], competitors: str) -> None:
        self.keys, self.competitors = keys, competitors
        self.gone: dict[tuple[str, int], str] = {}

    def swap(self, kind: str, named: Any) -> str:
        known = self.keys.get((kind, named)) or self.gone.get((kind, named))
        if known is None:
            known = f"{kind}-gone-{1 + sum(kind_gone == kind for kind_gone, _number in self.gone)}"
            self.gone[kind, named] = known
        return known

    def swap_text(self, kind: str, named: str) -> str:
        return self.swap(kind, int(named)) if NUMBER.fullmatch(named) else named


class ToNumbers:
    """Turns keys into ids. Rows that no longer exist get negative numbers, which no row will ever have."""

    def __init__(self, numbers: Mapping[str, int], competitors: str) -> None:
        self.numbers, self.competitors = numbers, competitors

    def swap(self, kind: str, named: Any) -> int:
        known = self.numbers.get(named) if isinstance(named, str) and named.startswith(f"{kind}-") else None
        if known is not None:
            return known
        if isinstance(named, str) and (gone := GONE.fullmatch(named)) and gone[1] == kind:
            return -int(gone[2])
        if kind == "adjustment" and isinstance(named, int):  # 1.0 wrote the number of its own computer
            return -abs(named)
        raise WrongValue(str(named)[:60])

    def swap_text(self, kind: str, named: str) -> str:
        if NUMBER.fullmatch(named):
            raise WrongValue(named)
        return str(self.swap(kind, named)) if named.startswith(f"{kind}-") else named


def swap_facts(facts: Any, references: References) -> Any:
    """Swaps the players of a hand record's hand, and sides of one player, by their entries."""
    if facts is None:
        return None
    swapped = dict(facts)
    of_one = ("dealer", "game")
    swapped |= {name: _swap_player(facts[name], references) for name in of_one if name in facts}
    for name in ("high", "low", "jack"):
        if isinstance(fact := facts.get(name), Mapping):
            who = {key: _swap_player(fact[key], references) for key in ("holder", "won_by") if key in fact}
            swapped[name] = {**fact, **who}
    for name in ("pips", "dealt"):
        if isinstance(by_player := facts.get(name), Mapping):
            swapped[name] = {_swap_player(player, references): value for player, value in by_player.items()}
    if "tricks" in facts:
        tricks = facts["tricks"]
        swapped["tricks"] = [[[_swap_player(player, references), card] for player, card in trick] for trick in tricks]
    swapped["events"] = [_swap_event(event, references) for event in facts.get("events", [])]
    return swapped


def _swap_event(event: Mapping[str, Any], references: References) -> dict[str, Any]:
    swapped = dict(event)
    swapped |= {
        kind: _swap_player(event[kind], references) for kind in ("stand", "beg", "pass", "revoke") if kind in event
    }
    if "bid" in event:
        player, number = event["bid"]
        swapped["bid"] = [_swap_player(player, references), number]
    return swapped


def _swap_player(named: Any, references: References) -> Any:
    return references.swap_text("entry", named) if isinstance(named, str) else named


def swap_awards(awards: Any, references: References) -> Any:
    """Swaps the players in awards, as `matches.queries.matches.plain_awards` makes them."""
    swapped = dict(awards)
    for name in ("awards", "uncounted"):
        swapped[name] = _swap_award_list(awards[name], references)
    for name in ("all_fours", "next_dealer", "winner"):
        if name in awards:
            swapped[name] = _swap_player(awards[name], references)
    swapped["jacks_turned"] = {_swap_player(side, references): count for side, count in awards["jacks_turned"].items()}
    return swapped


def _swap_award_list(awards: Any, references: References) -> list[list[Any]]:
    return [[kind, _swap_player(side, references), points] for kind, side, points in awards]


def swap_competitors(numbers: Any, references: References) -> Any:
    """Swaps a list of competitors, or lists within lists."""
    if isinstance(numbers, list):
        return [swap_competitors(each, references) for each in numbers]
    return references.swap(references.competitors, numbers)


def swap_reasons(why: Any, references: References) -> Any:
    """Swaps the competitors in `Stage.why`, the reasons why each sits where they do."""
    return {
        references.swap_text(references.competitors, key): [
            code,
            {
                name: references.swap(references.competitors, value) if name in ("entry", "opponent") else value
                for name, value in params.items()
            },
        ]
        for key, (code, params) in why.items()
    }


def swap_tenures(before: Any, references: References) -> Any:
    """Swaps the entries in `SidePlayer.before`: who sat in a seat until which hand."""
    if not all(isinstance(last, int) for _entry, last in before):
        raise WrongValue("before")
    return [[references.swap("entry", entry), last] for entry, last in before]


OF_THE_LOG: Mapping[str, str] = {
    "adjustment": "adjustment",
    "apart": "entry",
    "called_off": "match",
    "came": "entry",
    "entries": "entry",
    "entry": "entry",
    "late": "hand",
    "match": "match",
    "matches": "match",
    "round": "round",
}
"""The names under which the log has ids, alone or in lists, and the kind of row each belongs to."""


def swap_logged(value: Any, references: References) -> Any:
    """Swaps the ids in `before` or `after` of a line of an evening's log. The log of a league has no ids."""
    if not references.competitors:
        return value
    swapped = dict(value)
    for name, kind in OF_THE_LOG.items():
        if name in value:
            swapped[name] = _swap_all(value[name], kind, references)
    if isinstance(left := value.get("left"), Mapping):  # by entry; 1.0 wrote the numbers of its own computer
        own = {entry: at for entry, at in left.items() if isinstance(references, ToKeys) or not NUMBER.fullmatch(entry)}
        swapped["left"] = {references.swap_text("entry", entry): at for entry, at in own.items()}
    if "facts" in value:
        swapped["facts"] = swap_facts(value["facts"], references)
    if "awards" in value:
        swapped["awards"] = _swap_award_list(value["awards"], references)
    if "cards" in value:
        swapped["cards"] = {references.swap_text("entry", entry): ranks for entry, ranks in value["cards"].items()}
    return swapped


def _swap_all(named: Any, kind: str, references: References) -> Any:
    if isinstance(named, list):
        return [_swap_all(each, kind, references) for each in named]
    return named if named is None else references.swap(kind, named)


SWAPS: Mapping[tuple[type[Model], str], Callable[[Any, References], Any]] = {
    (Hand, "facts"): swap_facts,
    (Hand, "awards"): swap_awards,
    (LogEntry, "before"): swap_logged,
    (LogEntry, "after"): swap_logged,
    (PlayOff, "order"): swap_competitors,
    (SidePlayer, "before"): swap_tenures,
    (Stage, "order"): swap_competitors,
    (Stage, "out"): swap_competitors,
    (Stage, "second_cup"): swap_competitors,
    (Stage, "why"): swap_reasons,
}
"""Every JSON field that names other rows by their ids."""
