"""Updates a match after a change of its hands: the awards of later hands, and the state of the match. The caller holds
the transaction and has locked the match."""

from datetime import datetime

from tournament.foundation.errors import HandChanged
from tournament.foundation.writing import note, writing
from tournament.matches.log_actions import RESCORE
from tournament.matches.queries.matches import current_hands, read_sides, series_of
from tournament.matches.queries.results import compare_sheets, current_lines, hand_tally
from tournament.matches.services.settling import agree_match, rescore_hands, settle_match
from tournament.models import Event, Hand, Match, SheetLine, State
from tournament.rules.queries.rules import rules_of


def lock_match(match: Match) -> Match:
    locked = Match.objects.select_for_update(of=("self",)).select_related("table__stage__event")
    return read_sides(locked.get(pk=match.pk))


def require_current(match: Match, hand: Hand) -> Hand:
    seen = Hand.objects.filter(match=match, pk=hand.pk, superseded_at=None).first()
    if seen is None:
        raise HandChanged
    seen.match = match
    return seen


def is_match_over(event: Event, match: Match) -> bool:
    """Returns whether the length of the match ends it. A match that lasts until the bell never ends like this."""
    return event.length_kind != "timed" and series_of(match, rules_of(event), current_hands(match)).is_over


def set_hands_finished(match: Match, now: datetime | None) -> None:
    """Marks the match as finished, so that its hands count. With None there are more hands to come."""
    Match.objects.filter(pk=match.pk).update(hands_finished_at=now)
    match.hands_finished_at = now


def settle_hands(event: Event, match: Match, *, was_over: bool, decided: bool = False, now: datetime) -> None:
    """Settles a match after a change of its hands. The hand that ends the match finishes it; if no hand ends it any
    more, it goes on. A dispute that was only about hands ends with the last of them."""
    over = is_match_over(event, match)
    if over and match.hands_finished_at is None:
        set_hands_finished(match, now)
    elif was_over and not over:
        set_hands_finished(match, None)
        if match.state == State.AGREED:
            match.state = State.WAITING
    if decided and match.state == State.DISPUTED:
        open_hands = Hand.objects.filter(match=match, superseded_at=None, state=State.DISPUTED).exists()
        other_sheets = SheetLine.objects.filter(side__match=match, superseded_at__isnull=False).exists()
        compared = compare_sheets(match, current_lines(match), hand_tally(match))
        if not open_hands and not other_sheets and compared != "unequal":
            match.state = State.WAITING
    match.checked_at = None
    settle_match(match)
    agree_match(match)


def rescore(event: Event, match: Match, *, now: datetime) -> None:
    """Scores the match again, even if its evening is locked."""
    with writing(event, even_locked=True):
        rescore_hands(match)
        settle_match(match)
        note(event, RESCORE, by=None, now=now, after={"match": match.pk})
