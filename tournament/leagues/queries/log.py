"""The log of a league in sentences, the latest first: who changed what, when and why."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.foundation.log_lines import LogChange, LogLine, line_of
from tournament.leagues.queries.leagues import say_what_is_taken
from tournament.models import League, LeaguePenalty, LogEntry

LINES_A_PAGE = 50
RULES: Mapping[str, str] = {
    "name": gettext_noop("League"),
    "season": gettext_noop("Season"),
    "order": gettext_noop("Ranked by"),
    "win": gettext_noop("League points for a match won"),
    "draw": gettext_noop("For a match drawn"),
    "loss": gettext_noop("For a match lost"),
    "bye": gettext_noop("A bye counts as"),
    "race_to": gettext_noop("Bullseyes that win a match"),
    "meetings": gettext_noop("How often two teams meet"),
}
CHOICES: Mapping[str, Mapping[str, Any]] = {"order": dict(League.Order.choices), "bye": dict(League.Bye.choices)}


def log_of_league(league: League, number: int | str) -> tuple[Page[LogEntry], list[LogLine]]:
    """Returns one page of the log. Two queries, whatever the number of lines."""
    page = Paginator(LogEntry.objects.filter(league=league).select_related("by"), LINES_A_PAGE).get_page(number)
    return page, [line_of(entry, *say_of_league(entry)) for entry in page.object_list]


def penalties_taken_back(league: League) -> list[LeaguePenalty]:
    """Returns withdrawn penalties, the latest first."""
    gone = league.penalties.filter(superseded_at__isnull=False)
    return list(gone.select_related("team", "given_by", "superseded_by").order_by("-superseded_at"))


def say_of_league(entry: LogEntry) -> tuple[str, tuple[LogChange, ...]]:
    """Returns a sentence that says what was done, and the values that it changed."""
    say, changes_of = SENTENCES.get(entry.action), CHANGES.get(entry.action)
    sentence = say(entry) if say else entry.action.replace("_", " ")
    return sentence, tuple(changes_of(entry)) if changes_of else ()


def _say_imported(entry: LogEntry) -> str:
    number = entry.after["results"]
    rounds = entry.after["rounds"]
    words = ngettext("Imported %(n)s result, of %(rounds)s", "Imported %(n)s results, of %(rounds)s", number)
    return words % {"n": number, "rounds": _say_rounds(rounds)}


def _say_rounds(numbers: Sequence[int]) -> str:
    """Says the numbers of rounds as in “rounds 1–3, 5”."""
    found: list[list[int]] = []
    for number in numbers:
        if found and found[-1][-1] == number - 1:
            found[-1] = [found[-1][0], number]
        else:
            found.append([number])
    ranges = ", ".join("–".join(str(end) for end in part) for part in found)
    return ngettext("round %(numbers)s", "rounds %(numbers)s", len(numbers)) % {"numbers": ranges}


def _say_match(entry: LogEntry, words: str) -> str:
    return words % {"round": entry.before["round"], "teams": " – ".join(entry.before["teams"])}


def _say_penalty(entry: LogEntry, words: str) -> str:
    values = {**entry.before, **entry.after}
    return words % {"team": values["team"], "taken": say_what_is_taken(values["points"], values["bullseyes"])}


def _say_rules(entry: LogEntry) -> list[LogChange]:
    return [
        LogChange(
            _(RULES[name]),
            _say_value(name, entry.before[name]) if name in entry.before else "",
            _say_value(name, value),
        )
        for name, value in entry.after.items()
        if name in RULES
    ]


def _say_value(name: str, value: Any) -> str:
    if value is None:
        return _("none")
    return str(CHOICES[name].get(value, value)) if name in CHOICES else str(value)


def _say_figures(entry: LogEntry) -> list[LogChange]:
    labels = {"games": _("Bullseyes"), "hang_jacks": _("Hang jacks")}
    return [
        LogChange(label, _say_score(entry.before[name]), _say_score(entry.after[name]) if entry.after else "")
        for name, label in labels.items()
        if entry.before[name] != entry.after.get(name)
    ]


def _say_score(sides: Sequence[int | None]) -> str:
    return "–".join("?" if each is None else str(each) for each in sides)


def _say_fixtures_made(entry: LogEntry) -> str:
    words = _("Made fixtures: %(rounds)s for %(teams)s teams")
    rounds = ngettext("%(n)s round", "%(n)s rounds", entry.after["rounds"]) % {"n": entry.after["rounds"]}
    return words % {"rounds": rounds, "teams": len(entry.after["teams"])}


def _say_dates_of_rounds(entry: LogEntry) -> list[LogChange]:
    words = _("Round %(number)s")
    rounds = sorted(entry.after["rounds"].items(), key=lambda each: int(each[0]))
    return [
        LogChange(words % {"number": number}, "", ", ".join(map(_say_date, values.values())))
        for number, values in rounds
    ]


def _say_date_of_match(entry: LogEntry) -> list[LogChange]:
    labels = {"day": _("Date"), "starts": _("Time"), "venue": _("Venue"), "postponed_from": _("Postponed from")}
    return [
        LogChange(label, _say_date(entry.before[name]), _say_date(entry.after[name]))
        for name, label in labels.items()
        if name in entry.after
    ]


def _say_homes(entry: LogEntry) -> list[LogChange]:
    homes = entry.after["homes"].items()
    return [LogChange(team, _say_date(entry.before["homes"][team]), _say_date(home)) for team, home in homes]


def _say_date(value: str | None) -> str:
    """Says a day, a time or a place that the log has as "2026-03-12", "19:30:00" or "The Anchor"."""
    try:
        return date_format(date.fromisoformat(value or ""), "j M Y")
    except ValueError:
        is_time = bool(value) and len(str(value)) == 8 and str(value)[2] == str(value)[5] == ":"
        return str(value)[:5] if is_time else value or _("none")


SENTENCES: Mapping[str, Callable[[LogEntry], str]] = {
    "open_league": lambda entry: _("Created the league"),
    "change_league": lambda entry: _("Changed the league rules"),
    "show_league": lambda entry: (
        _("Showed the table to everybody") if entry.after["shown"] else _("Hid the table from everybody")
    ),
    "import_results": _say_imported,
    "correct_result": lambda entry: _say_match(
        entry,
        _("Entered the result of %(teams)s, round %(round)s")
        if entry.before["games"] == [None, None]
        else _("Corrected %(teams)s, round %(round)s"),
    ),
    "take_out_result": lambda entry: _say_match(entry, _("Removed %(teams)s, round %(round)s")),
    "put_back_result": lambda entry: _say_match(entry, _("Undid the removal of %(teams)s, round %(round)s")),
    "make_fixtures": _say_fixtures_made,
    "date_rounds": lambda entry: (
        _("Set when and where to play %(rounds)s") % {"rounds": _say_rounds(sorted(map(int, entry.after["rounds"])))}
    ),
    "date_match": lambda entry: _say_match(
        entry,
        _("Postponed %(teams)s, round %(round)s")
        if entry.after.get("postponed_from")
        else _("Changed when or where to play %(teams)s, round %(round)s"),
    ),
    "set_homes": lambda entry: _("Set where teams play at home"),
    "give_penalty": lambda entry: _say_penalty(entry, _("Penalty of %(team)s: %(taken)s")),
    "take_back_penalty": lambda entry: _say_penalty(entry, _("Undid the penalty of %(team)s: %(taken)s")),
}
CHANGES: Mapping[str, Callable[[LogEntry], list[LogChange]]] = {
    "open_league": _say_rules,
    "change_league": _say_rules,
    "correct_result": _say_figures,
    "take_out_result": _say_figures,
    "date_rounds": _say_dates_of_rounds,
    "date_match": _say_date_of_match,
    "set_homes": _say_homes,
}
