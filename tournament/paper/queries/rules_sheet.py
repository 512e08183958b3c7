"""The rules sheet of an evening: its rules, and its settings for tonight."""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.club.named_penalties import NamedPenalty
from tournament.draw.queries.draws import movement_of
from tournament.event.queries.hours import hour_numbers
from tournament.formats.formats import BELL_RULES
from tournament.formats.match_length import LEVEL_LABELS, UNDECIDED_LABELS, UNFINISHED_LABELS
from tournament.matches.queries.matches import length_of
from tournament.models import Enters, Event
from tournament.paper.queries.hour_sheets import words_for_length
from tournament.rules.queries.house_rules import document_of
from tournament.rules.queries.mishaps import say_until_when_points_count
from tournament.rules.queries.named_penalties import penalties_of
from tournament.rules.queries.rules import rules_of
from tournament.rules.queries.rules_sheet import RulesSheet, build_rules_sheet
from tournament.standings.queries.places import criteria_of


def rules_sheet_of(event: Event) -> RulesSheet:
    """Builds the sheet. No query."""
    return build_rules_sheet(rules_of(event), document_of(event), _describe_evening(event))


def _describe_evening(event: Event) -> Iterator[str]:
    """Yields the settings of this evening, a sentence each."""
    length = length_of(event)
    movement = movement_of(event, 1)
    turn = words_for_length(event.turn_length(movement.turns))
    if length.kind == "timed":
        yield _("A match lasts until the bell: %(time)s.") % {"time": turn}
    else:
        yield _("A match: %(length)s.") % {"length": length.words[:1].lower() + length.words[1:]}
        yield _("A game cut short %(what)s.") % {"what": UNFINISHED_LABELS[length.unfinished]}
    if event.enters == Enters.TEAMS and length.kind != "decided":
        yield _("A team match that ends level %(what)s.") % {"what": LEVEL_LABELS.get(event.undecided, "")}
    if length.kind == "decided":
        if event.counts_games_in_play:
            yield _("Games in play at other tables when the match is decided are played out and count.")
        else:
            yield _("Games in play at other tables when the match is decided do not count.")
        yield _("A team match without a decision %(what)s.") % {"what": UNDECIDED_LABELS[event.undecided]}
    yield str(BELL_RULES[event.bell_rule].sentence)
    if penalties := [_list_penalty(each) for each in penalties_of(event)]:
        yield _("The club’s penalties: %(list)s.") % {"list": _("; ").join(penalties)}
    if event.claim_until != "next_hand":  # what is usual stands on "What happens if…" alone
        yield say_until_when_points_count(event)
    if event.agreement:
        yield _("On a phone, the opponents agree each hand.")
    criteria = criteria_of(event, hours=len(hour_numbers(event)))
    yield _("Ranked by: %(criteria)s.") % {"criteria": _(", ").join(_(each.label) for each in criteria)}


def _list_penalty(penalty: NamedPenalty) -> str:
    sign, number = "+" if penalty.number > 0 else "−", abs(penalty.number)
    words = ngettext("%(n)s game", "%(n)s games", number) % {"n": number} if penalty.games else str(number)
    return f"{penalty.name} {sign}{words}"
