"""How steps of this room are undone by one press."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any
from uuid import uuid4

from django.db.models import Q
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import read_hand
from tournament.foundation.log_actions import LogAction
from tournament.foundation.undo import LoggedStep, UndoKind
from tournament.hands.log_actions import CORRECT_HAND, FINISH_HANDS, WITHDRAW_HAND
from tournament.hands.services.hands import correct_hand, play_on, restore_hand
from tournament.matches.queries.matches import seating_of, with_sides
from tournament.matches.undo import find_match, of_last_hour, say_of_match
from tournament.models import Hand, Match, State


def _find_versions(step: LoggedStep) -> tuple[Hand | None, Hand | None]:
    """Returns two versions of a hand: the one that counted until this step, and the one that counts now; None if there
    is none or the match can no longer change."""
    of_hand = Hand.objects.filter(match=step.facts["match"], number=step.facts["hand"])
    open_matches = Match.objects.filter(of_last_hour(step.event)).exclude(state__in=(State.RULED, State.CALLED_OFF))
    hands = of_hand.filter(Q(superseded_at=None) | Q(superseded_at=step.at), match__in=open_matches)
    versions = list(hands.select_related("match__table__stage__event").order_by("pk"))
    before = next((hand for hand in versions if hand.superseded_at is not None), None)
    return before, next((hand for hand in versions if hand.superseded_at is None), None)


def _correct_hand_back(step: LoggedStep) -> list[Callable[..., None]]:
    before, current = _find_versions(step)
    if before is None or current is None or current.entered_at != step.at:
        return []

    def correct(**by_and_now: Any) -> None:
        match = with_sides(Match.objects.filter(pk=step.facts["match"])).get()
        facts = read_hand(before.facts, seating_of(match))
        correct_hand(current, entry_key=uuid4(), facts=facts, reason=gettext("Undone."), **by_and_now)

    return [correct]


def _restore_hand(step: LoggedStep) -> list[partial[Hand]]:
    before, current = _find_versions(step)
    return [partial(restore_hand, before)] if before is not None and current is None else []


UNDO: Mapping[LogAction, UndoKind] = {
    CORRECT_HAND: UndoKind(
        say_of_match(_("correction of hand %(hand)s, %(match)s")), _correct_hand_back, is_undone_once=True
    ),
    WITHDRAW_HAND: UndoKind(
        say_of_match(_("deletion of hand %(hand)s, %(match)s")), _restore_hand, is_undone_once=True
    ),
    FINISH_HANDS: UndoKind(
        say_of_match(_("all hands in, %(match)s")),
        lambda step: [partial(play_on, match) for match in find_match(step).exclude(hands_finished_at=None)],
    ),
}
