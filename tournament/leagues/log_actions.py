"""The actions of a league's log: who changed what, when and why."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import Kind, LogAction, LogSentence, say_either
from tournament.foundation.log_lines import LogChange
from tournament.leagues.outcomes import OUTCOMES, WITHDRAWALS
from tournament.models import League, LogEntry

RULES: Mapping[str, Promise] = {
    "name": _("League"),
    "season": _("Season"),
    "division": _("Division"),
    "order": _("Ranked by"),
    "win": _("League points for a match won"),
    "draw": _("For a match drawn"),
    "loss": _("For a match lost"),
    "per_game": _("For each game won"),
    "bonus": _("Bonus for losing by few"),
    "bonus_within": _("By how many games at most"),
    "bye": _("A bye counts as"),
    "race_to": _("Bullseyes that win a match"),
    "walk_over": _("Bullseyes of a walk-over"),
    "meetings": _("How often two teams meet"),
    "promoted": _("Teams that go up"),
    "play_off": _("Teams that play off to go up"),
    "relegated": _("Teams that go down"),
    "fee": _("Fee of a team"),
    "walk_over_fine": _("Fine for a walk-over"),
    "tables": _("Tables in a match"),
    "agree_hours": _("Hours until a captain’s silence agrees"),
    "shows_reported": _("Reported results, not agreed yet"),
}
CHOICES: Mapping[str, Mapping[Any, Any]] = {
    "order": dict(League.Order.choices),
    "bye": dict(League.Bye.choices),
    "shows_reported": {True: _("shown as provisional"), False: _("not shown")},
}


def _say_imported(sentence: LogSentence) -> str:
    number = sentence.after["results"]
    rounds = sentence.after["rounds"]
    words = ngettext("Imported %(n)s result, of %(rounds)s", "Imported %(n)s results, of %(rounds)s", number)
    return words % {"n": number, "rounds": _say_rounds(rounds)}


def _say_import_undone(sentence: LogSentence) -> str:
    number = sentence.after["results"]
    words = ngettext("Undid an import: %(n)s match taken out", "Undid an import: %(n)s matches taken out", number)
    return words % {"n": number}


def _say_rounds(numbers: Sequence[int]) -> str:
    """Says the numbers of rounds as in “rounds 1–3, 5”."""
    ranges_of_numbers: list[list[int]] = []
    for number in numbers:
        if ranges_of_numbers and ranges_of_numbers[-1][-1] == number - 1:
            ranges_of_numbers[-1] = [ranges_of_numbers[-1][0], number]
        else:
            ranges_of_numbers.append([number])
    ranges = ", ".join("–".join(str(end) for end in part) for part in ranges_of_numbers)
    return ngettext("round %(numbers)s", "rounds %(numbers)s", len(numbers)) % {"numbers": ranges}


def _say_of_match(words: Promise) -> Callable[[LogSentence], str]:
    return lambda sentence: str(words) % {**sentence.before, "teams": " – ".join(sentence.before["teams"])}


def _say_corrected(sentence: LogSentence) -> str:
    is_new = sentence.before["games"] == [None, None]
    words = (
        _("Entered the result of %(teams)s, round %(round)s") if is_new else _("Corrected %(teams)s, round %(round)s")
    )
    return _say_of_match(words)(sentence)


def _say_ruled(sentence: LogSentence) -> str:
    after = sentence.after
    values = {"round": after["round"], "teams": " – ".join(after["teams"])}
    ruling = str(OUTCOMES[after["outcome"]].mark) % {"team": after.get("awarded", "")}
    return gettext("Ruled %(teams)s, round %(round)s: %(ruling)s") % {**values, "ruling": ruling}


def _say_team(entry: LogEntry) -> list[LogChange]:
    labels = {"name": gettext("Name"), "captain": gettext("Captain")}
    return [
        LogChange(label, entry.before[key] or gettext("none"), entry.after[key] or gettext("none"))
        for key, label in labels.items()
        if entry.before[key] != entry.after[key]
    ]


def _say_squad(entry: LogEntry) -> list[LogChange]:
    """Says who left a squad and who came into it."""
    left, came = (", ".join(names["names"]) for names in (entry.before, entry.after))
    return [LogChange(gettext("Squad"), left, came)]


def _say_withdrawal(words: Promise) -> Callable[[LogSentence], str]:
    def say(sentence: LogSentence) -> str:
        values = {name: _say_date(sentence.both[name]) for name in ("day", "until")}
        what = str(WITHDRAWALS[sentence.both["rule"]].note) % values
        return str(words) % {"team": sentence.both["team"], "withdrawal": what}

    return say


def _say_dated(sentence: LogSentence) -> str:
    words = _("Changed when or where to play %(teams)s, round %(round)s")
    if sentence.after.get("postponed_from"):
        words = _("Postponed %(teams)s, round %(round)s")
    return _say_of_match(words)(sentence)


def _say_penalty(words: Promise) -> Callable[[LogSentence], str]:
    def say(sentence: LogSentence) -> str:
        both = sentence.both
        return str(words) % {"team": both["team"], "taken": say_what_is_taken(both["points"], both["bullseyes"])}

    return say


def say_what_is_taken(points: int, bullseyes: int) -> str:
    """Says a penalty as in "−2 points, −5 bullseyes"."""
    parts = []
    if points:
        parts.append(ngettext("−%(n)s point", "−%(n)s points", points) % {"n": points})
    if bullseyes:
        parts.append(ngettext("−%(n)s bullseye", "−%(n)s bullseyes", bullseyes) % {"n": bullseyes})
    return ", ".join(parts)


def _say_rules(entry: LogEntry) -> list[LogChange]:
    return [
        LogChange(
            str(RULES[name]),
            _say_value(name, entry.before[name]) if name in entry.before else "",
            _say_value(name, value),
        )
        for name, value in entry.after.items()
        if name in RULES
    ]


def _say_value(name: str, value: Any) -> str:
    if value is None:
        return gettext("none")
    return str(CHOICES[name].get(value, value)) if name in CHOICES else str(value)


def _say_figures(entry: LogEntry) -> list[LogChange]:
    labels = {"games": gettext("Bullseyes"), "hang_jacks": gettext("Hang jacks")}
    return [
        LogChange(label, _say_score(entry.before[name]), _say_score(entry.after[name]) if entry.after else "")
        for name, label in labels.items()
        if entry.before[name] != entry.after.get(name, [None, None])
    ]


def _say_score(sides: Sequence[int | None]) -> str:
    if all(each is None for each in sides):
        return gettext("not reported")
    return "–".join("?" if each is None else str(each) for each in sides)


def _say_fixtures_made(sentence: LogSentence) -> str:
    words = gettext("Made fixtures: %(rounds)s for %(teams)s teams")
    rounds = ngettext("%(n)s round", "%(n)s rounds", sentence.after["rounds"]) % {"n": sentence.after["rounds"]}
    return words % {"rounds": rounds, "teams": len(sentence.after["teams"])}


def _say_dates_of_rounds(entry: LogEntry) -> list[LogChange]:
    words = gettext("Round %(number)s")
    rounds = sorted(entry.after["rounds"].items(), key=lambda each: int(each[0]))
    return [
        LogChange(words % {"number": number}, "", ", ".join(map(_say_date, values.values())))
        for number, values in rounds
    ]


def _say_date_of_match(entry: LogEntry) -> list[LogChange]:
    labels = {
        "day": gettext("Date"),
        "starts": gettext("Time"),
        "venue": gettext("Venue"),
        "postponed_from": gettext("Postponed from"),
        "play_by": gettext("Play it by"),
    }
    return [
        LogChange(label, _say_date(entry.before[name]), _say_date(entry.after[name]))
        for name, label in labels.items()
        if name in entry.after
    ]


def _say_homes(entry: LogEntry) -> list[LogChange]:
    homes = entry.after["homes"].items()
    return [LogChange(team, _say_home(entry.before["homes"][team]), _say_home(home)) for team, home in homes]


def _say_home(home: tuple[str, int | None, str | None]) -> str:
    place, night, starts = home
    parts = [place, "" if night is None else str(WEEKDAYS[night]), _say_date(starts) if starts else ""]
    return ", ".join(part for part in parts if part) or gettext("none")


def _say_blocked(sentence: LogSentence) -> str:
    both = sentence.both
    days = " – ".join(dict.fromkeys(_say_date(both[name]) for name in ("first", "last")))
    words = gettext("No match on %(days)s: %(why)s")
    if both["team"]:
        words = gettext("No match of %(team)s on %(days)s: %(why)s")
    return words % {"days": days, "team": both["team"], "why": both["why"]}


def _say_freed(sentence: LogSentence) -> str:
    return gettext("Undid: %(what)s") % {"what": _say_blocked(sentence)}


def _say_money(sentence: LogSentence) -> str:
    both = sentence.both
    words = _("%(team)s paid %(amount)s") if both["kind"] == "paid" else _("Fine of %(team)s: %(amount)s")
    return str(words) % both


def _say_moves(entry: LogEntry) -> list[LogChange]:
    """Says which teams another division got, or none."""
    words = gettext("Division %(number)s")
    return [
        LogChange(
            team, words % {"number": before}, gettext("not in it") if after is None else words % {"number": after}
        )
        for team, before, after in entry.after["moves"]
    ]


def _say_cup_drawn(sentence: LogSentence) -> str:
    words = gettext("Drew %(cup)s by the table")
    if sentence.after["lot"] is not None:
        words = gettext("Drew %(cup)s by lot, number %(lot)s")
    return words % sentence.after


def _say_order_of_cup(entry: LogEntry) -> list[LogChange]:
    return [LogChange(gettext("Order of the draw"), "", ", ".join(entry.after["teams"]))]


def _say_cup_followed(sentence: LogSentence) -> str:
    """Says who meets in a later round of a cup, and who would have met there before a result was corrected."""
    teams, former = (" – ".join(each.get("teams", ())) for each in (sentence.after, sentence.before))
    words = gettext("Round %(round)s: %(teams)s") if teams else gettext("Round %(round)s: %(former)s is off")
    if teams and former:
        words = gettext("Round %(round)s: %(teams)s, instead of %(former)s")
    return words % {"round": sentence.after["round"], "teams": teams, "former": former}


def _say_date(value: str | None) -> str:
    """Says a day, a time or a place that the log has as "2026-03-12", "19:30:00" or "The Anchor"."""
    try:
        return date_format(date.fromisoformat(value or ""), "j M Y")
    except ValueError:
        is_time = bool(value) and len(str(value)) == 8 and str(value)[2] == str(value)[5] == ":"
        return str(value)[:5] if is_time else value or gettext("none")


OPEN_LEAGUE = LogAction("open_league", Kind.LEAGUES, _("Created the league"), changes=_say_rules)
CHANGE_LEAGUE = LogAction("change_league", Kind.LEAGUES, _("Changed the league rules"), changes=_say_rules)
SHOW_LEAGUE = LogAction(
    "show_league",
    Kind.LEAGUES,
    say_either("shown", _("Showed the table to everybody"), _("Hid the table from everybody")),
)
ADD_LEAGUE_MONEY = LogAction("add_league_money", Kind.MONEY, _say_money)
TAKE_BACK_LEAGUE_MONEY = LogAction(
    "take_back_league_money", Kind.MONEY, lambda sentence: gettext("Undid: %(what)s") % {"what": _say_money(sentence)}
)
START_SEASON = LogAction("start_season", Kind.LEAGUES, _("Started the season %(season)s"), changes=_say_moves)
UNDO_START_OF_SEASON = LogAction("undo_start_of_season", Kind.LEAGUES, _("Undid the start of the season %(season)s"))
IMPORT_RESULTS = LogAction("import_results", Kind.LEAGUES, _say_imported)
UNDO_IMPORT_RESULTS = LogAction("undo_import_results", Kind.LEAGUES, _say_import_undone)
CORRECT_RESULT = LogAction("correct_result", Kind.LEAGUES, _say_corrected, changes=_say_figures)
TAKE_OUT_RESULT = LogAction(
    "take_out_result", Kind.LEAGUES, _say_of_match(_("Removed %(teams)s, round %(round)s")), changes=_say_figures
)
PUT_BACK_RESULT = LogAction(
    "put_back_result", Kind.LEAGUES, _say_of_match(_("Undid the removal of %(teams)s, round %(round)s"))
)
RULE_MATCH = LogAction("rule_match", Kind.LEAGUES, _say_ruled, changes=_say_figures)
UNDO_MATCH_RULING = LogAction(
    "undo_match_ruling",
    Kind.LEAGUES,
    _say_of_match(_("Undid the ruling on %(teams)s, round %(round)s")),
    changes=_say_figures,
)
REPORT_RESULT = LogAction(
    "report_result",
    Kind.LEAGUES,
    _say_of_match(_("%(teams)s, round %(round)s: reported by the captain of %(team)s")),
    changes=_say_figures,
)
AGREE_REPORTS = LogAction(
    "agree_reports", Kind.LEAGUES, _say_of_match(_("Agreed %(teams)s, round %(round)s")), changes=_say_figures
)
SETTLE_REPORTS = LogAction(
    "settle_reports", Kind.LEAGUES, _say_of_match(_("Settled %(teams)s, round %(round)s")), changes=_say_figures
)
UNDO_SETTLEMENT = LogAction(
    "undo_settlement",
    Kind.LEAGUES,
    _say_of_match(_("Undid the settlement of %(teams)s, round %(round)s")),
    changes=_say_figures,
)
CHANGE_CAPTAIN_LINK = LogAction(
    "change_captain_link",
    Kind.LEAGUES,
    say_either("made", _("Made a new captain’s link for %(team)s"), _("Revoked the captain’s link of %(team)s")),
)
WITHDRAW_TEAM = LogAction("withdraw_team", Kind.LEAGUES, _say_withdrawal(_("%(team)s: %(withdrawal)s")))
RETURN_TEAM = LogAction(
    "return_team", Kind.LEAGUES, _say_withdrawal(_("Undid the withdrawal of %(team)s: %(withdrawal)s"))
)
LINK_EVENING = LogAction(
    "link_evening",
    Kind.LEAGUES,
    _say_of_match(_("%(teams)s, round %(round)s: played here, in the evening “%(evening)s”")),
)
UNLINK_EVENING = LogAction(
    "unlink_evening",
    Kind.LEAGUES,
    _say_of_match(_("%(teams)s, round %(round)s: no longer follows the evening “%(evening)s”")),
    changes=_say_figures,
)
FOLLOW_EVENING = LogAction(
    "follow_evening",
    Kind.LEAGUES,
    _say_of_match(_("%(teams)s, round %(round)s: follows the evening “%(evening)s”")),
    changes=_say_figures,
)
CHANGE_TEAM = LogAction(
    "change_team",
    Kind.LEAGUES,
    lambda sentence: gettext("Changed the team %(team)s") % {"team": sentence.before["name"]},
    changes=_say_team,
)
CHANGE_SQUAD = LogAction("change_squad", Kind.LEAGUES, _("Changed the squad of %(team)s"), changes=_say_squad)
GIVE_PENALTY = LogAction("give_penalty", Kind.LEAGUES, _say_penalty(_("Penalty of %(team)s: %(taken)s")))
TAKE_BACK_PENALTY = LogAction(
    "take_back_penalty", Kind.LEAGUES, _say_penalty(_("Undid the penalty of %(team)s: %(taken)s"))
)
MAKE_FIXTURES = LogAction("make_fixtures", Kind.LEAGUES, _say_fixtures_made)
DATE_ROUNDS = LogAction(
    "date_rounds",
    Kind.LEAGUES,
    lambda sentence: (
        gettext("Set when and where to play %(rounds)s")
        % {"rounds": _say_rounds(sorted(map(int, sentence.after["rounds"])))}
    ),
    changes=_say_dates_of_rounds,
)
DATE_MATCH = LogAction("date_match", Kind.LEAGUES, _say_dated, changes=_say_date_of_match)
BLOCK_DAYS = LogAction("block_days", Kind.LEAGUES, _say_blocked)
FREE_DAYS = LogAction("free_days", Kind.LEAGUES, _say_freed)
DRAW_CUP = LogAction("draw_cup", Kind.LEAGUES, _say_cup_drawn, changes=_say_order_of_cup)
UNDO_DRAW_OF_CUP = LogAction("undo_draw_of_cup", Kind.LEAGUES, _("Undid the draw of %(cup)s"))
FOLLOW_CUP = LogAction("follow_cup", Kind.LEAGUES, _say_cup_followed)
SET_HOMES = LogAction("set_homes", Kind.LEAGUES, _("Set where teams play at home"), changes=_say_homes)
