"""The sentences of a league's log: what an action did and what it changed, from the values that its line has."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from decimal import Decimal
from itertools import zip_longest
from math import ceil
from typing import Any

from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, ngettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import LogSentence
from tournament.foundation.log_lines import LogChange
from tournament.leagues.outcomes import OUTCOMES, WITHDRAWALS
from tournament.models import League, LogEntry
from tournament.ranking import CRITERIA, Amount, as_amount, format_halves

RULES: Mapping[str, Promise] = {
    "name": _("League"),
    "season": _("Season"),
    "division": _("Division"),
    "order": _("Ranked by"),
    "tie_breaks": _("Ties are broken by"),
    "counts": _("Cards count"),
    "win": _("League points for a match won"),
    "draw": _("For a match drawn"),
    "loss": _("For a match lost"),
    "per_game": _("For each game won"),
    "bonus": _("Bonus for losing by few"),
    "bonus_within": _("By how many games at most"),
    "bye": _("A bye counts as"),
    "race_to": _("Games that win a match"),
    "counts_games_in_play": _("Games in play when a match is decided"),
    "walk_over": _("Games of a walk-over"),
    "meetings": _("How often two teams meet"),
    "promoted": _("Teams that go up"),
    "play_off": _("Teams that play off to go up"),
    "relegated": _("Teams that go down"),
    "fee": _("Fee of a team"),
    "walk_over_fine": _("Fine for a walk-over"),
    "tables": _("Tables in a match"),
    "agree_hours": _("Hours until a captain’s silence agrees"),
    "shows_reported": _("Reported results, not agreed yet"),
    "squads_until": _("Squads are closed after"),
    "transfers_until": _("No transfers after"),
    "squad_most": _("Most players of a squad"),
    "substitutes": _("Substitutes of a team in a match"),
    "substitute_matches": _("Matches for one team before a substitute is tied to it"),
    "lent_matches": _("Matches a player of another squad may help out"),
}
TAKEN: Mapping[str, Promise] = {
    League.Counts.BULLSEYES: ngettext_lazy("−%(n)s bullseye", "−%(n)s bullseyes", "n"),
    League.Counts.GAMES: ngettext_lazy("−%(n)s game", "−%(n)s games", "n"),
    League.Counts.LEGS: ngettext_lazy("−%(n)s leg", "−%(n)s legs", "n"),
    League.Counts.POINTS: ngettext_lazy("−%(n)s card point", "−%(n)s card points", "n"),
}
OF_POINTS = ("win", "draw", "loss", "per_game", "bonus")
"""Rules that are league points, which may be halves."""
OF_ONE_SEASON = ("squads_until", "transfers_until")
"""Rules that the next season does not take over."""
CHOICES: Mapping[str, Mapping[Any, Any]] = {
    "order": dict(League.Order.choices),
    "counts": dict(League.Counts.choices),
    "bye": dict(League.Bye.choices),
    "counts_games_in_play": {True: _("count"), False: _("do not count")},
    "shows_reported": {True: _("shown as provisional"), False: _("not shown")},
}


def say_imported(sentence: LogSentence) -> str:
    number = sentence.after["results"]
    rounds = sentence.after["rounds"]
    words = ngettext("Imported %(n)s result, of %(rounds)s", "Imported %(n)s results, of %(rounds)s", number)
    return words % {"n": number, "rounds": say_rounds(rounds)}


def say_import_undone(sentence: LogSentence) -> str:
    number = sentence.after["results"]
    words = ngettext("Undid an import: %(n)s match taken out", "Undid an import: %(n)s matches taken out", number)
    return words % {"n": number}


def say_rounds(numbers: Sequence[int]) -> str:
    """Says the numbers of rounds as in “rounds 1–3, 5”."""
    ranges_of_numbers: list[list[int]] = []
    for number in numbers:
        if ranges_of_numbers and ranges_of_numbers[-1][-1] == number - 1:
            ranges_of_numbers[-1] = [ranges_of_numbers[-1][0], number]
        else:
            ranges_of_numbers.append([number])
    ranges = ", ".join("–".join(str(end) for end in part) for part in ranges_of_numbers)
    return ngettext("round %(numbers)s", "rounds %(numbers)s", len(numbers)) % {"numbers": ranges}


def say_of_match(words: Promise) -> Callable[[LogSentence], str]:
    return lambda sentence: str(words) % {**sentence.before, "teams": " – ".join(sentence.before["teams"])}


def say_corrected(sentence: LogSentence) -> str:
    is_new = sentence.before["games"] == [None, None]
    words = (
        _("Entered the result of %(teams)s, round %(round)s") if is_new else _("Corrected %(teams)s, round %(round)s")
    )
    return say_of_match(words)(sentence)


def say_ruled(sentence: LogSentence) -> str:
    after = sentence.after
    values = {"round": after["round"], "teams": " – ".join(after["teams"])}
    ruling = str(OUTCOMES[after["outcome"]].mark) % {"team": after.get("awarded", "")}
    return gettext("Ruled %(teams)s, round %(round)s: %(ruling)s") % {**values, "ruling": ruling}


def say_team(entry: LogEntry) -> list[LogChange]:
    labels = {"name": gettext("Name"), "captain": gettext("Captain")}
    return [
        LogChange(label, entry.before[key] or gettext("none"), entry.after[key] or gettext("none"))
        for key, label in labels.items()
        if entry.before[key] != entry.after[key]
    ]


def say_teams_entered(sentence: LogSentence) -> str:
    number = len(sentence.after["teams"])
    return ngettext("Entered %(n)s team from a list", "Entered %(n)s teams from a list", number) % {"n": number}


def say_squads_entered(sentence: LogSentence) -> str:
    number = len(sentence.after["squads"])
    words = ngettext("Squad of %(n)s team from a list", "Squads of %(n)s teams from a list", number)
    return words % {"n": number}


def say_entered_teams(entry: LogEntry) -> list[LogChange]:
    """Says what a list changed of each team; one without changes is new, or has a new contact."""
    labels = {"captain": gettext("Captain"), "home": gettext("Venue"), "night": gettext("Night")}
    labels["starts"] = gettext("Time")
    return [
        LogChange(f"{team}, {labels[name]}", values[name][0] or gettext("none"), values[name][1])
        for team, values in entry.after["teams"].items()
        for name in labels
        if name in values
    ]


def say_squad(entry: LogEntry) -> list[LogChange]:
    """Says what changed in a squad: rows with their days, or of older lines the names alone."""
    if "squads" not in entry.after:
        left, came = (", ".join(names["names"]) for names in (entry.before, entry.after))
        return [LogChange(gettext("Squad"), left, came)]
    changes = []
    for team, rows in entry.after["squads"].items():
        former = entry.before["squads"].get(team, [])
        gone, new = ([row for row in one if row not in other] for one, other in ((former, rows), (rows, former)))
        changes.append(LogChange(team, "; ".join(map(say_membership, gone)), "; ".join(map(say_membership, new))))
    return changes


def say_players(entry: LogEntry) -> list[LogChange]:
    """Says who plays for a team, and at which table as far as that was said."""
    sides = (entry.before, entry.after)
    changes = [LogChange(gettext("Players"), *(", ".join(each["players"]) for each in sides))]
    tables = [[" & ".join(own) for own, _other in each.get("seated", ())] for each in sides]
    label = gettext("Table %(number)s")
    for number, names in enumerate(zip_longest(*tables, fillvalue=""), start=1):
        changes.append(LogChange(label % {"number": number}, *names))
    return [change for change in changes if change.before != change.after]


def say_membership(row: Sequence[str | None]) -> str:
    name, since, until = row
    values = {"name": name, "since": say_date(since), "until": say_date(until)}
    if since and until:
        return gettext("%(name)s from %(since)s until %(until)s") % values
    if since:
        return gettext("%(name)s from %(since)s") % values
    return gettext("%(name)s until %(until)s") % values if until else str(name)


def say_moved(sentence: LogSentence) -> str:
    words = gettext("%(name)s moved from %(team)s to %(to)s on %(day)s")
    return words % {**sentence.after, "day": say_date(sentence.after["day"])}


def say_withdrawal(words: Promise) -> Callable[[LogSentence], str]:
    def say(sentence: LogSentence) -> str:
        values = {name: say_date(sentence.both[name]) for name in ("day", "until")}
        what = str(WITHDRAWALS[sentence.both["rule"]].note) % values
        return str(words) % {"team": sentence.both["team"], "withdrawal": what}

    return say


def say_dated(sentence: LogSentence) -> str:
    words = _("Changed when or where to play %(teams)s, round %(round)s")
    if sentence.after.get("postponed_from"):
        words = _("Postponed %(teams)s, round %(round)s")
    return say_of_match(words)(sentence)


def say_request(words: Promise) -> Callable[[LogSentence], str]:
    """Says what became of a request to postpone a match, with the day that was proposed."""

    def say(sentence: LogSentence) -> str:
        after = {**sentence.after, "teams": " – ".join(sentence.after["teams"])}
        said = str(words) % after
        return f"{said} ({say_date(after['day'])})" if after["day"] else said

    return say


def say_penalty(words: Promise) -> Callable[[LogSentence], str]:
    def say(sentence: LogSentence) -> str:
        both = sentence.both
        taken = say_what_is_taken(as_amount(both["points"]), both["bullseyes"], both.get("counts", "bullseyes"))
        return str(words) % {"team": both["team"], "taken": taken}

    return say


def say_what_is_taken(points: Amount | Decimal, games: int, counts: str) -> str:
    """Says a penalty as in "−2½ points, −5 bullseyes"; `counts` is what the league's cards count."""
    parts = []
    if points:
        words = ngettext("−%(n)s point", "−%(n)s points", ceil(points))
        parts.append(words % {"n": format_halves(as_amount(points))})
    if games:
        parts.append(TAKEN[counts] % {"n": games})
    return ", ".join(parts)


def say_rules(entry: LogEntry) -> list[LogChange]:
    return [
        LogChange(
            str(RULES[name]),
            say_value(name, entry.before[name]) if name in entry.before else "",
            say_value(name, value),
        )
        for name, value in entry.after.items()
        if name in RULES
    ]


def say_value(name: str, value: Any) -> str:
    if value is None:
        return gettext("none")
    if name in OF_ONE_SEASON:
        return say_date(value)
    if name in OF_POINTS:
        return format_halves(as_amount(value))
    if name == "tie_breaks":
        return ", ".join(gettext(CRITERIA[key].label) for key in value) or gettext("none")
    return str(CHOICES[name].get(value, value)) if name in CHOICES else str(value)


def say_figures(entry: LogEntry) -> list[LogChange]:
    labels = {"games": gettext("Score"), "hang_jacks": gettext("Hang jacks")}
    return [
        LogChange(label, say_score(entry.before[name]), say_score(entry.after[name]) if entry.after else "")
        for name, label in labels.items()
        if entry.before[name] != entry.after.get(name, [None, None])
    ]


def say_score(sides: Sequence[int | None]) -> str:
    if all(each is None for each in sides):
        return gettext("not reported")
    return "–".join("?" if each is None else str(each) for each in sides)


def say_fixtures_made(sentence: LogSentence) -> str:
    words = gettext("Made fixtures: %(rounds)s for %(teams)s teams")
    rounds = ngettext("%(n)s round", "%(n)s rounds", sentence.after["rounds"]) % {"n": sentence.after["rounds"]}
    return words % {"rounds": rounds, "teams": len(sentence.after["teams"])}


def say_dates_of_rounds(entry: LogEntry) -> list[LogChange]:
    words = gettext("Round %(number)s")
    rounds = sorted(entry.after["rounds"].items(), key=lambda each: int(each[0]))
    return [
        LogChange(words % {"number": number}, "", ", ".join(map(say_date, values.values())))
        for number, values in rounds
    ]


def say_date_of_match(entry: LogEntry) -> list[LogChange]:
    labels = {
        "day": gettext("Date"),
        "starts": gettext("Time"),
        "venue": gettext("Venue"),
        "postponed_from": gettext("Postponed from"),
        "play_by": gettext("Play it by"),
        "home": gettext("At home"),
    }
    return [
        LogChange(label, say_date(entry.before[name]), say_date(entry.after[name]))
        for name, label in labels.items()
        if name in entry.after
    ]


def say_homes(entry: LogEntry) -> list[LogChange]:
    homes = entry.after["homes"].items()
    return [LogChange(team, say_home(entry.before["homes"][team]), say_home(home)) for team, home in homes]


def say_home(home: tuple[str, int | None, str | None]) -> str:
    place, night, starts = home
    parts = [place, "" if night is None else str(WEEKDAYS[night]), say_date(starts) if starts else ""]
    return ", ".join(part for part in parts if part) or gettext("none")


def say_blocked(sentence: LogSentence) -> str:
    both = sentence.both
    days = " – ".join(dict.fromkeys(say_date(both[name]) for name in ("first", "last")))
    words = gettext("No match on %(days)s: %(why)s")
    if both["team"]:
        words = gettext("No match of %(team)s on %(days)s: %(why)s")
    return words % {"days": days, "team": both["team"], "why": both["why"]}


def say_freed(sentence: LogSentence) -> str:
    return gettext("Undid: %(what)s") % {"what": say_blocked(sentence)}


def say_derby(sentence: LogSentence) -> str:
    both = sentence.both
    words = gettext("Derby %(name)s: %(teams)s")
    if both["first_round"] > 1:
        words = gettext("Derby %(name)s: %(teams)s, against each other from round %(first_round)s on")
    return words % {**both, "teams": ", ".join(both["teams"])}


def say_money(sentence: LogSentence) -> str:
    words = {
        "paid": _("%(team)s paid %(amount)s"),
        "fine": _("Fine of %(team)s: %(amount)s"),
        "in": _("Income: %(amount)s for %(reason)s"),
        "out": _("Expense: %(amount)s for %(reason)s"),
    }
    return str(words[sentence.both["kind"]]) % sentence.both


def say_week_sent(sentence: LogSentence) -> str:
    both = sentence.both
    if both["day"] is None:
        return gettext("Sent the message of round %(round)s") % both
    day = date_format(date.fromisoformat(both["day"]), "j M Y")
    return gettext("Sent the message of the week to %(day)s") % {"day": day}


def say_moves(entry: LogEntry) -> list[LogChange]:
    """Says which teams another division got, or none."""
    words = gettext("Division %(number)s")
    return [
        LogChange(
            team, words % {"number": before}, gettext("not in it") if after is None else words % {"number": after}
        )
        for team, before, after in entry.after["moves"]
    ]


def say_cup_drawn(sentence: LogSentence) -> str:
    words = gettext("Drew %(cup)s by the table")
    if sentence.after["lot"] is not None:
        words = gettext("Drew %(cup)s by lot, number %(lot)s")
    return words % sentence.after


def say_order_of_cup(entry: LogEntry) -> list[LogChange]:
    return [LogChange(gettext("Order of the draw"), "", ", ".join(entry.after["teams"]))]


def say_cup_followed(sentence: LogSentence) -> str:
    """Says who meets in a later round of a cup, and who would have met there before a result was corrected."""
    teams, former = (" – ".join(each.get("teams", ())) for each in (sentence.after, sentence.before))
    words = gettext("Round %(round)s: %(teams)s") if teams else gettext("Round %(round)s: %(former)s is off")
    if teams and former:
        words = gettext("Round %(round)s: %(teams)s, instead of %(former)s")
    return words % {"round": sentence.after["round"], "teams": teams, "former": former}


def say_date(value: str | None) -> str:
    """Says a day, a time or a place that the log has as "2026-03-12", "19:30:00" or "The Anchor"."""
    try:
        return date_format(date.fromisoformat(value or ""), "j M Y")
    except ValueError:
        is_time = bool(value) and len(str(value)) == 8 and str(value)[2] == str(value)[5] == ":"
        return str(value)[:5] if is_time else value or gettext("none")
