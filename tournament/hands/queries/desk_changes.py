"""What the desk changed in a match, as the table's phone shows it: what each side had of a hand and has now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.hands.queries.hands import MatchInHands
from tournament.hands.queries.shown_hands import SideOfHand, shown_hand
from tournament.models import Entry, Hand, LogEntry, entry_names


class SideChanged(NamedTuple):
    """What a hand brought a side, as in "+2 Highest, Game"."""

    name: str
    was: str
    now: str


@dataclass(frozen=True)
class Change:
    """`sides` are those of a hand that have something else of it than before; `stays` when none has."""

    log: int
    sentence: str
    reason: str
    sides: tuple[SideChanged, ...]
    stays: bool


CHANGES: Mapping[str, str | Promise] = {
    "correct_hand": gettext_lazy("Hand %(hand)s was corrected by the %(who)s."),
    "withdraw_hand": gettext_lazy("Hand %(hand)s was taken out by the %(who)s."),
    "accept_late": gettext_lazy("Hand %(hand)s came late, and the %(who)s lets it count."),
    "set_aside": gettext_lazy("Hand %(hand)s came late, and the %(who)s has set it aside."),
    "make_ruling": gettext_lazy("The %(who)s has ruled this match: %(points)s."),
    "substitute": gettext_lazy("From hand %(hand)s on %(came)s plays for %(gone)s."),
}


def changes_of(played: MatchInHands, names: Mapping[str, str], *, seen: int) -> list[Change]:
    """Since the log entry `seen`, the latest first; `names` are those of the sides, by their keys. One query."""
    logged = LogEntry.objects.filter(
        event=played.event, pk__gt=seen, action__in=CHANGES, by__isnull=False, before__match=played.match.pk
    )
    return [_change(played, names, entry) for entry in logged.select_related("by")]


def _change(played: MatchInHands, names: Mapping[str, str], entry: LogEntry) -> Change:
    who = _("director") if entry.by and entry.by.is_director else _("scorer")
    before, after = (_points(each.get("points", ())) for each in (entry.before, entry.after))
    words = {"hand": entry.before.get("hand", ""), "who": who, "points": after, **_persons(entry)}
    said = str(CHANGES[entry.action]) % words
    if before not in ("", after):
        said = f"{said} " + _("Before it was %(points)s.") % {"points": before}
    number = entry.before.get("hand", 0)
    was, now = (_version(played, number, each) for each in (entry.before, entry.after))
    sides = () if entry.action == "set_aside" else _sides(played, names, was, now)
    stays = was is not None and now is not None and not sides
    return Change(entry.pk, said, entry.reason, sides, stays)


def _persons(entry: LogEntry) -> dict[str, str]:
    """Who plays for whom. A query, where somebody does."""
    if entry.action != "substitute":
        return {}
    told = {"gone": entry.before["entry"], "came": entry.after["entry"]}
    names = entry_names(Entry.objects.filter(pk__in=told.values()))
    return {which: names.get(pk, "?") for which, pk in told.items()}


def _points(points: tuple[int | None, ...]) -> str:
    return " – ".join(str(each).replace("-", "−") for each in points) if None not in points else ""


def _version(played: MatchInHands, number: int, told: Mapping[str, Any]) -> Hand | None:
    """Of the hand of this number the version that the log speaks of, by its facts or by what it earned."""
    for hand in reversed(played.versions):
        is_told = hand.facts == told.get("facts") or hand.awards["awards"] == told.get("awards")
        if hand.number == number and is_told:
            return hand
    return None


def _sides(
    played: MatchInHands, names: Mapping[str, str], was: Hand | None, now: Hand | None
) -> tuple[SideChanged, ...]:
    had, has = (_brought(played, hand) for hand in (was, now))
    changed = (SideChanged(names[side.key], *told) for side, *told in zip(played.sides, had, has, strict=True))
    return tuple(side for side in changed if side.was != side.now)


def _brought(played: MatchInHands, hand: Hand | None) -> list[str]:
    """Each side; what does not count brings as much as what brought nothing."""
    if hand is None:
        return ["0"] * len(played.sides)
    shown = shown_hand(played.rules, played.match, hand, (0,) * len(played.sides))
    return [_in_words(side) for side in shown.sides]


def _in_words(side: SideOfHand) -> str:
    points = f"{side.points:+d}".replace("-", "−") if side.points else "0"
    awards = ", ".join(f"{won.word} {won.points}" if abs(won.points) > 1 else won.word for won in side.won)
    return f"{points} {awards}".rstrip().replace("-", "−")
