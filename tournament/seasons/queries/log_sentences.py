"""The sentences in the log about seasons, series and ratings, and about places that a correction moved."""

from collections.abc import Callable, Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.foundation.log_lines import LogChange
from tournament.models import LogEntry, Player, join_names
from tournament.seasons.queries.series_page import rule_in_words
from tournament.seasons.rule import WrongRule, read_rule

LABELS: Mapping[str, str] = {
    "name": gettext_noop("Name"),
    "first_day": gettext_noop("First day"),
    "last_day": gettext_noop("Last day"),
}


def _say_moves(entry: LogEntry) -> str:
    moves = entry.after
    number = len(moves["moved"]) + moves["others"]
    words = ngettext(
        "A correction of %(evenings)s moved %(n)s place in %(season)s, %(series)s",
        "A correction of %(evenings)s moved %(n)s places in %(season)s, %(series)s",
        number,
    )
    return words % {**moves, "evenings": join_names(moves["evenings"]), "n": number}


def _say_rating_rules(entry: LogEntry) -> str:
    on: str = _("Switched ratings on, shown after %(fewest_matches)s matches") % entry.after
    return on if entry.after["is_on"] else _("Switched ratings off")


SENTENCES: Mapping[str, Callable[[LogEntry], str]] = {
    "open_season": lambda entry: _("Created the season %(name)s") % entry.after,
    "change_season": lambda entry: _("Changed the season %(season)s: %(evenings)s evenings count") % entry.after,
    "show_season": lambda entry: (
        (_("Showed the season %(season)s to everybody") if entry.after["shown"] else _("Hid the season %(season)s"))
        % entry.after
    ),
    "open_series": lambda entry: _("Added the series %(name)s to %(season)s") % entry.after,
    "change_series": lambda entry: _("Changed the series %(name)s of %(season)s") % entry.after,
    "delete_series": lambda entry: _("Deleted the series %(name)s of %(season)s") % entry.before,
    "move_places": _say_moves,
    "change_rating_rules": _say_rating_rules,
}


def changes_of_season(entry: LogEntry) -> tuple[LogChange, ...]:
    """Returns the old and new values of a log entry. One query if people moved."""
    return tuple(CHANGES[entry.action](entry)) if entry.action in CHANGES else ()


def _changes_of_places(entry: LogEntry) -> Iterator[LogChange]:
    """Uses the names that people have now, so that a forgotten name does not come back."""
    people = {person for move in entry.after["moved"] for person in move["people"]}
    found = Player.objects.filter(pk__in=people).only("name", "note")
    names = {person.pk: person.full_name for person in found}
    for move in entry.after["moved"]:
        name = move["team"] or join_names([names.get(person, _("somebody")) for person in move["people"]])
        yield LogChange(name, move["from"], move["to"])


def _changes_of_days(entry: LogEntry) -> Iterator[LogChange]:
    for name, label in LABELS.items():
        if name in entry.after:
            yield LogChange(_(label), str(entry.before.get(name, "")), str(entry.after[name]))


def _changes_of_rule(entry: LogEntry) -> Iterator[LogChange]:
    was, now = (_say_rule(values.get("rule")) for values in (entry.before, entry.after))
    if was != now:
        yield LogChange(_("Rule"), was, now)


def _say_rule(document: Mapping[str, object] | None) -> str:
    """Returns "" for a rule that this version does not know."""
    try:
        return "" if document is None else " ".join(rule_in_words(read_rule(document)))
    except WrongRule:
        return ""


CHANGES: Mapping[str, Callable[[LogEntry], Iterator[LogChange]]] = {
    "open_season": _changes_of_days,
    "change_season": _changes_of_days,
    "open_series": _changes_of_rule,
    "change_series": _changes_of_rule,
    "delete_series": _changes_of_rule,
    "move_places": _changes_of_places,
}
