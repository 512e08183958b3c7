"""The actions of the log about seasons, series and ratings, and about places that a correction moved."""

from collections.abc import Iterator, Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import Kind, LogAction, LogSentence, say_either
from tournament.foundation.log_lines import LogChange
from tournament.models import LogEntry, Player, join_names
from tournament.seasons.rule import WrongRule, read_rule
from tournament.seasons.series import rule_in_words

LABELS: Mapping[str, Promise] = {"name": _("Name"), "first_day": _("First day"), "last_day": _("Last day")}


def _say_season(sentence: LogSentence) -> str:
    words = ngettext(
        "Changed the season %(season)s: %(evenings)s evening counts",
        "Changed the season %(season)s: %(evenings)s evenings count",
        sentence.both["evenings"],
    )
    return words % sentence


def _say_moves(sentence: LogSentence) -> str:
    moves = sentence.after
    number = len(moves["moved"]) + moves["others"]
    words = ngettext(
        "A correction of %(evenings)s moved %(n)s place in %(season)s, %(series)s",
        "A correction of %(evenings)s moved %(n)s places in %(season)s, %(series)s",
        number,
    )
    return words % {**moves, "evenings": join_names(moves["evenings"]), "n": number}


def _changes_of_places(entry: LogEntry) -> Iterator[LogChange]:
    """Uses the names that people have now, so that a forgotten name does not come back."""
    people = {person for move in entry.after["moved"] for person in move["people"]}
    players = Player.objects.filter(pk__in=people).only("name", "note")
    names = {person.pk: person.full_name for person in players}
    for move in entry.after["moved"]:
        name = move["team"] or join_names([names.get(person, gettext("somebody")) for person in move["people"]])
        yield LogChange(name, move["from"], move["to"])


def _changes_of_days(entry: LogEntry) -> Iterator[LogChange]:
    for name, label in LABELS.items():
        if name in entry.after:
            yield LogChange(str(label), str(entry.before.get(name, "")), str(entry.after[name]))


def _changes_of_rule(entry: LogEntry) -> Iterator[LogChange]:
    was, now = (_say_rule(values.get("rule")) for values in (entry.before, entry.after))
    if was != now:
        yield LogChange(gettext("Rule"), was, now)


def _say_rule(document: Mapping[str, object] | None) -> str:
    """Returns "" for a rule that this version does not know."""
    try:
        return "" if document is None else " ".join(rule_in_words(read_rule(document)))
    except WrongRule:
        return ""


OPEN_SEASON = LogAction("open_season", Kind.SEASONS, _("Created the season %(name)s"), changes=_changes_of_days)
CHANGE_SEASON = LogAction("change_season", Kind.SEASONS, _say_season, changes=_changes_of_days)
SHOW_SEASON = LogAction(
    "show_season",
    Kind.SEASONS,
    say_either("shown", _("Showed the season %(season)s to everybody"), _("Hid the season %(season)s")),
)
OPEN_SERIES = LogAction(
    "open_series", Kind.SEASONS, _("Added the series %(name)s to %(season)s"), changes=_changes_of_rule
)
CHANGE_SERIES = LogAction(
    "change_series", Kind.SEASONS, _("Changed the series %(name)s of %(season)s"), changes=_changes_of_rule
)
DELETE_SERIES = LogAction(
    "delete_series", Kind.SEASONS, _("Deleted the series %(name)s of %(season)s"), changes=_changes_of_rule
)
MOVE_PLACES = LogAction("move_places", Kind.SEASONS, _say_moves, changes=_changes_of_places)
CHANGE_RATING_RULES = LogAction(
    "change_rating_rules",
    Kind.SEASONS,
    say_either("is_on", _("Switched ratings on; matches needed: %(fewest_matches)s"), _("Switched ratings off")),
)
