"""The state and the tallies of a match, derived from what is known about it.

A sheet, a slip or finished hands make a result entered. It becomes agreed if both sheets are equal crosswise, two slips
are equal, or the director agrees it. Unequal paper, or another version, makes an entered or agreed result disputed. A
dispute stays until it is ruled, whatever is keyed again.
"""

from dataclasses import fields
from datetime import datetime

from tournament.formats.match_length import DECIDER
from tournament.foundation.writing import note
from tournament.matches.log_actions import TAKE_BACK_AGREEMENT, WITHDRAW_SLIP
from tournament.matches.queries.matches import current_hands, derived_awards, series_of, sides_of
from tournament.matches.queries.results import CurrentPaper, Tally, compare_sheets, current_paper, hand_tally, tally_of
from tournament.matches.queries.team_matches import UNTIL_DECIDED, decision_of, matches_together
from tournament.models import Account, Event, Hand, Match, SheetLine, State
from tournament.rules.queries.rules import rules_of

TALLIES = tuple(tally.name for tally in fields(Tally))


def settle_match(match: Match, *, disputed: bool = False, paper: CurrentPaper | None = None) -> None:
    """Derives a match's state and tallies from what is known about it and, if it is one table of a team match that may
    be decided, which games count at all its tables, and whether a deciding game does. `paper` is its `current_paper`,
    if it is already read. The caller holds the transaction."""
    _derive_result(match, disputed=disputed, paper=paper)
    event = match.table.stage.event
    if event.length_kind == UNTIL_DECIDED:
        _follow_decision(match)
    if event.undecided == DECIDER:
        _follow_level_score(match)


def _follow_decision(match: Match) -> None:
    """Ends all tables of a team match once it is decided, or opens them again if a correction takes that back."""
    together = matches_together(match)
    decision, last_half = decision_of(together), together[-1].table.stage.number
    for each in together:
        last_game = decision.last_games.get(each.pk) if decision else None
        if each.last_game == last_game:
            continue
        each.last_game = last_game
        hands = current_hands(each)
        is_over = bool(hands) and series_of(each, rules_of(each.table.stage.event), hands, from_hand=0).is_over
        is_earlier_half = each.table.stage.number < last_half
        if decision and is_over:
            each.hands_finished_at = each.hands_finished_at or decision.at
        elif not is_over and not is_earlier_half:
            each.hands_finished_at = None
        if not is_over and not is_earlier_half and each.state == State.AGREED:
            each.state = State.WAITING
        Match.objects.filter(pk=each.pk).update(last_game=last_game, hands_finished_at=each.hands_finished_at)
        rescore_hands(each)
        _derive_result(each)
        agree_by_default(each.table.stage.event, each)


def _follow_level_score(match: Match) -> None:
    """Calls off the deciding games of a team match that is not level without them, as after a correction, and calls
    them on again if it is."""
    if not Match.objects.filter(table__stage__event=match.table.stage.event, is_decider=True).exists():
        return
    together = matches_together(match)
    games = [[side.games for side in sides_of(each)] for each in together if not each.is_decider]
    if any(None in of_table for of_table in games):
        return
    one, other = (sum(of_table[place] or 0 for of_table in games) for place in (0, 1))
    for each in together:
        if each.is_decider and (each.state == State.CALLED_OFF) == (one == other):
            each.state = State.WAITING if one == other else State.CALLED_OFF
            Match.objects.filter(pk=each.pk).update(state=each.state)
            _derive_result(each)
            agree_by_default(match.table.stage.event, each)


def rescore_hands(match: Match, *, from_hand: int = 0) -> int:
    """Derives again from the facts what every hand from this number on earned. Returns how many were stored
    differently."""
    changed, rules = 0, rules_of(match.table.stage.event)
    for hand, awards in derived_awards(match, rules, current_hands(match), from_hand=from_hand):
        if hand.awards != awards:
            Hand.objects.filter(pk=hand.pk).update(awards=awards)
            changed += 1
    return changed


def agree_by_default(event: Event, match: Match) -> None:
    """Agrees hands by default, if the club has switched agreement off: each when the next one is recorded, and the last
    when the match is over."""
    if not event.agreement:
        entered = [hand for hand in current_hands(match) if hand.state == State.ENTERED]
        passed = entered if match.hands_finished_at is not None else entered[:-1]
        Hand.objects.filter(pk__in=[hand.pk for hand in passed]).update(state=State.AGREED)
    agree_match(match)


def agree_match(match: Match) -> None:
    """Agrees a match once it is over, or all its hands are in, and each of them is agreed or ruled."""
    if match.hands_finished_at is None or match.state != State.ENTERED:
        return
    if all(hand.state in (State.AGREED, State.RULED) for hand in current_hands(match)):
        Match.objects.filter(pk=match.pk).update(state=State.AGREED)
        match.state = State.AGREED


def _derive_result(match: Match, *, disputed: bool = False, paper: CurrentPaper | None = None) -> None:
    known = paper or current_paper([match])[match.pk]
    hands = hand_tally(match)
    comparison = compare_sheets(match, known.lines, hands)
    match.cross_checked = comparison == "equal" or match.checked_at is not None
    if known.ruling is not None or match.walk_over is not None:
        match.state = State.RULED
    elif match.state == State.CALLED_OFF:
        pass
    elif disputed or match.state == State.DISPUTED or comparison == "unequal":
        match.state = State.DISPUTED
    elif comparison == "equal":
        match.state = State.AGREED
    elif match.state != State.AGREED:
        match.state = State.ENTERED if comparison != "nothing" else State.WAITING
    tally = tally_of(match, known, hands)
    for place, side in enumerate(sides_of(match)):
        counted = {name: getattr(tally, name)[place] for name in TALLIES}
        if counted != {name: getattr(side, name) for name in TALLIES}:
            for name, value in counted.items():
                setattr(side, name, value)
            side.save(update_fields=TALLIES)
    match.save(update_fields=["state", "cross_checked", "checked_at", "walk_over"])


def reopen_result(match: Match, *, by: Account | None, now: datetime) -> None:
    """Undoes the agreement of a match and withdraws its slips, so that only its hands count. The caller holds the
    transaction and has locked the match."""
    event, known = match.table.stage.event, {"match": match.pk}
    if match.state == State.AGREED:
        note(event, TAKE_BACK_AGREEMENT, by=by, now=now, before=known)
    kept = SheetLine.objects.filter(side__match=match, slip__gt=0, superseded_at=None)
    for slip in sorted(set(kept.values_list("slip", flat=True))):
        note(event, WITHDRAW_SLIP, by=by, now=now, after=known | {"slip": slip})
    kept.update(superseded_at=now)
    match.state, match.checked_at = State.WAITING, None
    settle_match(match)
