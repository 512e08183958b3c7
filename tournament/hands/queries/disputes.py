"""A disputed hand that its table may settle: it has two versions from phones, and each side chooses one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext as _

from tournament.foundation.authors import Phone
from tournament.hands.queries.hands import MatchInHands
from tournament.hands.queries.shown_hands import HandOnPage
from tournament.matches.queries.matches import short_names_of, sides_of
from tournament.models import SETTLED, Hand, Match, Side, State


def is_for_table(match: Match, versions: Sequence[Hand]) -> bool:
    """Returns whether the table may settle a dispute: two versions, from phones, between two sides. The director
    settles it if a version was keyed at the desk or ruled, or if there are more versions."""
    is_open = match.state not in (*SETTLED, State.CALLED_OFF) and all(each.state == State.DISPUTED for each in versions)
    from_phones = all(each.device and each.entered_by_id is None and not each.reason for each in versions)
    return is_open and from_phones and len(versions) == 2 and len(sides_of(match)) == 2


def has_answered_for_others(versions: Sequence[Hand], phone: Phone) -> bool:
    """Returns whether this very phone wrote a version, or chose one, for another side. If so it may not choose for this
    one."""
    wrote = any(each.device == phone.device and each.side not in (None, phone.side) for each in versions)
    own = str(phone.side)
    return wrote or any(
        device == phone.device and side != own for each in versions for side, device in each.chosen_by.items()
    )


class DisputedVersion(NamedTuple):
    """One version; the table calls it by its `number`. `by` is the side whose phone wrote it, "" for a phone of the
    whole table; `chosen` are the sides that say it is right. `shown` is None if the page does not show the hand."""

    number: int
    hand: Hand
    by: str
    chosen: tuple[Side, ...]
    shown: HandOnPage | None = None


@dataclass(frozen=True)
class Dispute:
    """A hand that the table may settle, as a phone or the director sees it; `phone` is None for the director. `names`
    are the names of players and sides on that phone, by their keys in scoring."""

    match: Match
    versions: tuple[DisputedVersion, ...]
    phone: Phone | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def number(self) -> int:
        return self.versions[0].hand.number

    @cached_property
    def own(self) -> DisputedVersion | None:
        """The version that this phone's side has chosen."""
        return next((each for each in self.versions if any(self._is_own(side) for side in each.chosen)), None)

    def _is_own(self, side: Side) -> bool:
        return self.phone is not None and side.number == self.phone.side

    @property
    def may_choose(self) -> bool:
        return self.phone is not None and self.phone.side is not None and not self._has_answered_for_others

    @cached_property
    def _has_answered_for_others(self) -> bool:
        return self.phone is not None and has_answered_for_others([each.hand for each in self.versions], self.phone)

    @property
    def words(self) -> str:
        """What each side has chosen, and what this phone does next."""
        if self.phone is not None and self.phone.side is None:
            return _("Each side chooses on its own phone. Choose below whose phone this is.")
        if self.phone is not None and self._has_answered_for_others:
            return _("This phone has already answered for the other side on this hand. Use another phone.")
        sentences = [
            _("%(name)s chose version %(number)s.")
            % {"name": self.names.get(side.key, side.name), "number": each.number}
            for each in self.versions
            for side in each.chosen
            if not self._is_own(side)
        ]
        if self.phone is None:
            return " ".join(sentences)
        mine = _("You chose version %(number)s.") % {"number": self.own.number} if self.own else ""
        if self.own and sentences:
            next_step = _("If you cannot agree, call the director.")
        else:
            next_step = _("The other side has not chosen yet.") if self.own else ""
        return " ".join(each for each in (mine, *sentences, next_step) if each)


def disputes_of(played: MatchInHands, phone: Phone | None = None) -> tuple[Dispute, ...]:
    """Returns the disputes that the table may settle, in order. No query."""
    names = short_names_of(played.match) if phone is not None else {}
    disputes, sides = [], sides_of(played.match)
    for shown in played.disputed_hands:
        several = (shown, *shown.rivals)
        if is_for_table(played.match, [each.hand for each in several]):
            versions = (
                _version_of(played.match, number, each.hand, names)._replace(shown=each.with_names(sides, names))
                for number, each in enumerate(several, start=1)
            )
            disputes.append(Dispute(played.match, tuple(versions), phone, names))
    return tuple(disputes)


def disputes_at_tables(matches: Sequence[Match]) -> tuple[Dispute, ...]:
    """Returns the disputes that tables may settle in matches read with their sides, without the hands as pages show
    them. One query."""
    disputed: dict[tuple[int, int], list[Hand]] = {}
    for hand in Hand.objects.filter(match__in=matches, state=State.DISPUTED).order_by("match", "number", "pk"):
        disputed.setdefault((hand.match_id, hand.number), []).append(hand)
    by_pk = {match.pk: match for match in matches}
    disputes = []
    for (pk, _number), hands in disputed.items():
        counts = next((hand for hand in hands if hand.superseded_at is None), None)
        several = [hand for hand in hands if counts is not None and hand.pk >= counts.pk]
        if is_for_table(by_pk[pk], several):
            versions = (_version_of(by_pk[pk], number, hand, {}) for number, hand in enumerate(several, start=1))
            disputes.append(Dispute(by_pk[pk], tuple(versions)))
    return tuple(disputes)


def _version_of(match: Match, number: int, hand: Hand, names: Mapping[str, str]) -> DisputedVersion:
    sides = sides_of(match)
    by = next((names.get(side.key, side.name) for side in sides if side.number == hand.side), "")
    return DisputedVersion(number, hand, by, tuple(side for side in sides if str(side.number) in hand.chosen_by))
