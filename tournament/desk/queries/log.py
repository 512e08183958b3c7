"""Says the log of an evening in sentences. `log_pages` makes pages of these, and of other logs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournament.event.queries.hours import name_within_sentence, of_hour
from tournament.models import Event, LogEntry, join_names
from tournament.standings.queries.cuts import format_cards


@dataclass(frozen=True)
class LogSentence:
    """A log entry with the names that it mentions, by primary key; `hours` are the stage numbers of rounds."""

    event: Event
    log: LogEntry
    entries: Mapping[int, str]
    matches: Mapping[int, str]
    hours: Mapping[int, int]

    @property
    def both(self) -> dict[str, Any]:
        return {**self.log.before, **self.log.after}

    def name(self, pk: object) -> str:
        return self.entries.get(int(str(pk)), _("somebody removed from the list"))

    @property
    def entry(self) -> str:
        return self.name(self.both["entry"])

    @property
    def hour(self) -> str:
        """Its hour, such as "hour 2" or "round 3"."""
        return name_within_sentence(self.event, self.both["hour"])

    @property
    def match(self) -> str:
        return self.matches.get(int(self.both["match"]), _("a match"))

    def points(self, when: Mapping[str, Any]) -> str:
        return " – ".join("?" if points is None else str(points) for points in when["points"])


def _say_created(sentence: LogSentence) -> str:
    like = sentence.both.get("like")
    return _("Created the evening with the settings of %(like)s") % {"like": like} if like else _("Created the evening")


def _say_entered(sentence: LogSentence) -> str:
    return _("Entered at the door: %(names)s") % {"names": ", ".join(sentence.both["names"])}


def _say_ticked(sentence: LogSentence) -> str:
    words = _("%(name)s is here") if sentence.both["here"] else _("%(name)s is not here")
    return words % {"name": sentence.entry}


def _say_settings(sentence: LogSentence) -> str:
    changes = [
        f"{key}: {sentence.log.before[key]} → {value}" for key, value in sentence.log.after.items() if key != "raw"
    ]
    return _("Settings changed: %(changes)s") % {"changes": "; ".join(changes).replace("_", " ")}


def _say_drawn(sentence: LogSentence) -> str:
    words = {"hour": sentence.hour, "seed": sentence.both["seed"], "tables": sentence.both["tables"]}
    if words["seed"] is None:
        return _("Drew %(hour)s by the ranking: %(tables)s tables") % words
    return _("Drew %(hour)s, seed %(seed)s: %(tables)s tables") % words


def _say_swapped(sentence: LogSentence) -> str:
    one, other = (sentence.name(entry) for entry in sentence.both["entries"])
    return _("%(one)s and %(other)s swapped seats in the draft") % {"one": one, "other": other}


def _say_left(sentence: LogSentence) -> str:
    count = len(sentence.both["called_off"])
    if not count:
        return _("%(name)s left early") % {"name": sentence.entry}
    words = ngettext(
        "%(name)s left early; %(n)s match called off", "%(name)s left early; %(n)s matches called off", count
    )
    return words % {"name": sentence.entry, "n": count}


def _say_came_back(sentence: LogSentence) -> str:
    table = sentence.both.get("table")
    words = _("%(name)s came back to table %(table)s") if table else _("%(name)s came back")
    return words % {"name": sentence.entry, "table": table}


def _say_seated(sentence: LogSentence) -> str:
    words = {"name": sentence.entry, "table": sentence.both["table"], "turn": sentence.both.get("from_turn", "?")}
    if sentence.event.kind.turns_per_seating == 1:
        return _("%(name)s came late and sits at table %(table)s") % words
    return _("%(name)s came late and sits at table %(table)s from round %(turn)s") % words


def _say_of_hour(words: str) -> Callable[[LogSentence], str]:
    return lambda sentence: _(words) % {"hour": sentence.hour}


def _say_of_bell(words: str) -> Callable[[LogSentence], str]:
    """Makes a sentence about the round of a bell, by the name that the evening has for it."""

    def say(sentence: LogSentence) -> str:
        said = _(words) % {"round": _round_in_words(sentence)}
        return _("%(said)s (tables of 5)") % {"said": said} if sentence.both["turns"] == 5 else said

    return say


def _round_in_words(sentence: LogSentence) -> str:
    hour = sentence.hours.get(sentence.both["round"])
    if hour is None:
        return _("a round")
    if sentence.event.kind.turns_per_seating == 1:
        return name_within_sentence(sentence.event, hour)
    return _("round %(number)s") % {"number": sentence.both["number"]} + of_hour(sentence.event, hour)


def _say_tables(words: str) -> Callable[[LogSentence], str]:
    """Makes a sentence that names tables, but never their codes."""

    def say(sentence: LogSentence) -> str:
        numbers = sentence.both["tables"]
        tables = ngettext("table %(numbers)s", "tables %(numbers)s", len(numbers))
        named = tables % {"numbers": ", ".join(str(number) for number in numbers)}
        return _(words) % {"tables": named, "minutes": sentence.both.get("minutes", "")}

    return say


def _say_break(sentence: LogSentence) -> str:
    minutes = sentence.both["minutes"]
    words = _("A break of %(n)s min after %(hour)s") if minutes else _("No break after %(hour)s")
    return words % {"n": minutes, "hour": sentence.hour}


def _say_moved_clocks(sentence: LogSentence) -> str:
    """Says how the computer's clock was set; `seconds` are negative if it was set back."""
    seconds = sentence.both["seconds"]
    words = _("The computer's clock was set back by %(time)s: the round clocks went back with it")
    if seconds > 0:
        words = _("The computer's clock was set forward by %(time)s: the round clocks went forward with it")
    began = sentence.log.at
    return words % {"time": timesince(began, began + timedelta(seconds=abs(seconds)))}


def _say_sheet(sentence: LogSentence) -> str:
    count = len(sentence.both["matches"])
    return ngettext("Keyed in %(name)s's sheet: %(n)s line", "Keyed in %(name)s's sheet: %(n)s lines", count) % {
        "name": sentence.entry,
        "n": count,
    }


def _say_slip(sentence: LogSentence) -> str:
    after = sentence.log.after
    scores = zip(after["games"], after["points"], strict=True)
    shown = [" · ".join("–" if each is None else str(each) for each in score) for score in scores]
    words = _("Keyed in the slip of %(match)s: %(score)s")
    if after["slip"] > 1:
        words = _("Keyed in a second slip of %(match)s: %(score)s")
    return words % {"match": sentence.match, "score": " – ".join(shown)}


def _say_filled_in(sentence: LogSentence) -> str:
    count = len(sentence.both["matches"])
    words = ngettext(
        "Filled in %(name)s's missing sheet from the opponents' sheets: %(n)s line",
        "Filled in %(name)s's missing sheet from the opponents' sheets: %(n)s lines",
        count,
    )
    return words % {"name": sentence.entry, "n": count}


def _say_of_match(words: str) -> Callable[[LogSentence], str]:
    return lambda sentence: _(words) % {"match": sentence.match, "hand": sentence.both.get("hand", "")}


def _say_set_all_aside(sentence: LogSentence) -> str:
    count = len(sentence.both["hands"])
    words = ngettext("Set %(n)s late hand of %(match)s aside", "Set %(n)s late hands of %(match)s aside", count)
    return words % {"n": count, "match": sentence.match}


def _say_ruled(sentence: LogSentence) -> str:
    words = {
        "match": sentence.match,
        "points": sentence.points(sentence.log.after),
        "before": sentence.points(sentence.log.before),
    }
    return _("Ruled %(match)s: %(points)s (was %(before)s)") % words


def _say_standings_shown(sentence: LogSentence) -> str:
    return _("Showed the standings to everybody") if sentence.both["shown"] else _("Hid the standings")


def _say_cut(sentence: LogSentence) -> str:
    cards = [f"{sentence.name(entry)} {format_cards(ranks)}" for entry, ranks in sentence.both["cards"].items()]
    words = {"hour": name_within_sentence(sentence.event, sentence.both["stage"]), "cards": "; ".join(cards)}
    return _("Cut of the cards after %(hour)s: %(cards)s") % words


def _say_play_off(words: str) -> Callable[[LogSentence], str]:
    """Makes a sentence such as "Play-off: 1 Ann, 2 Bea and Cy"."""

    def say(sentence: LogSentence) -> str:
        order = sentence.both["names"]
        places = [1 + sum(len(better) for better in order[:n]) for n in range(len(order))]
        named = [f"{place} {join_names(names)}" for place, names in zip(places, order, strict=True)]
        return _(words) % {"names": ", ".join(named)}

    return say


def _say_reseated(sentence: LogSentence) -> str:
    pairs = [f"{sentence.name(one)} / {sentence.name(other)}" for one, other in sentence.log.after["entries"]]
    words = {"hour": sentence.hour, "names": "; ".join(pairs)}
    return _("Swapped seats of %(hour)s after they were released: %(names)s") % words


def _say_substituted(sentence: LogSentence) -> str:
    words = {"came": sentence.name(sentence.log.after["entry"]), "gone": sentence.name(sentence.log.before["entry"])}
    if "match" not in sentence.log.before:
        return _("%(came)s plays for %(gone)s from now on") % words
    words |= {"match": sentence.match, "hand": sentence.log.before["hand"]}
    return _("%(came)s plays for %(gone)s from hand %(hand)s of %(match)s") % words


def _say_shared(sentence: LogSentence) -> str:
    words = {"match": sentence.match, "part": sentence.log.after["part"]}
    if not words["part"]:
        return _("%(match)s had all of its round after all") % words
    return _("%(match)s had %(part)s of its round: it shared its table") % words


def _say_wishes(sentence: LogSentence) -> str:
    after = sentence.log.after
    wishes = []
    if after["stays_at"]:
        wishes.append(_("stays at table %(table)s") % {"table": after["stays_at"]})
    if after["comes_from"]:
        wishes.append(_("comes from %(club)s") % {"club": after["comes_from"]})
    if after["apart"]:
        names = join_names([sentence.name(entry) for entry in after["apart"]])
        wishes.append(_("is kept apart from %(names)s") % {"names": names})
    return f"{sentence.entry}: {'; '.join(wishes) or _('has no preferences any more')}"


def _say_of_screens(words: str) -> Callable[[LogSentence], str]:
    return lambda sentence: (
        _(words) % {"screens": join_names(sentence.both["screens"]), "text": sentence.both.get("notice", "")}
    )


def _say_chose(sentence: LogSentence) -> str:
    words = _("%(name)s chose version %(version)s of hand %(hand)s of %(match)s")
    return words % {**sentence.log.after, "match": sentence.match}


def _say_chosen_by_both(sentence: LogSentence) -> str:
    words = _("Both sides chose version %(version)s: hand %(hand)s of %(match)s is agreed")
    return words % {**sentence.log.after, "match": sentence.match}


def _say_paid(words: str) -> Callable[[LogSentence], str]:
    return lambda sentence: _(words) % {"name": sentence.entry, "amount": sentence.both["amount"]}


def _say_gone_back(sentence: LogSentence) -> str:
    """Says to which point the evening went back, by the time when it was set, because points can have the same name."""
    at, late = datetime.fromisoformat(sentence.log.after["at"]), len(sentence.log.after["late"])
    said = _("Went back to how it was at %(at)s") % {"at": f"{timezone.localtime(at):%H:%M}"}
    if not late:
        return said
    return f"{said}; {ngettext('%(n)s hand waits as late', '%(n)s hands wait as late', late) % {'n': late}}"


def _say_due(sentence: LogSentence) -> str:
    words = _("%(name)s pays %(due)s") if sentence.both["due"] else _("%(name)s pays the usual price")
    return words % {"name": sentence.entry, "due": sentence.both["due"]}


SCREEN_SENTENCES: Mapping[str, Callable[[LogSentence], str]] = {
    "take_screen": _say_of_screens(gettext_noop("Connected the screen %(screens)s")),
    "switch_screens": _say_of_screens(gettext_noop("Switched %(screens)s")),
    "show_notice": _say_of_screens(gettext_noop("Showed a notice on %(screens)s: %(text)s")),
    "change_screen": _say_of_screens(gettext_noop("Changed the screen %(screens)s")),
    "let_screen_go": _say_of_screens(gettext_noop("Disconnected the screen %(screens)s")),
    "call_out": lambda sentence: _("Announced: %(text)s") % sentence.both,
    "take_down": lambda sentence: _("Removed the announcement: %(text)s") % sentence.both,
    "begin_prizes": lambda sentence: _("Began prize-giving"),
    "reveal_prize": lambda sentence: _("Revealed prize %(number)s") % sentence.both,
    "cover_prize": lambda sentence: _("Hid prize %(number)s again") % sentence.both,
    "stop_prizes": lambda sentence: _("Stopped prize-giving"),
}


SENTENCES: Mapping[str, Callable[[LogSentence], str]] = {
    "create_event": _say_created,
    "enter_players": _say_entered,
    "set_here": _say_ticked,
    "set_sign_up": lambda sentence: _("Opened sign-up") if sentence.both["open"] else _("Closed sign-up"),
    "sign_up": lambda sentence: _("Signed up: %(name)s") % sentence.both,
    "cancel_sign_up": lambda sentence: _("Sign-up cancelled: %(name)s") % sentence.both,
    "undo_cancellation": lambda sentence: _("Undid the cancelled sign-up of %(name)s") % sentence.both,
    "change_partner": lambda sentence: (
        _("Signed up %(name)s with another partner: %(partner)s")
        % {**sentence.both, "partner": sentence.both["partner"] or _("none")}
    ),
    "correct_name": lambda sentence: (
        _("Corrected %(wrong)s to %(right)s")
        % {"wrong": sentence.log.before["name"], "right": sentence.log.after["name"]}
    ),
    "remove_entry": lambda sentence: _("Removed %(name)s from the list") % {"name": sentence.both["name"]},
    "change_settings": _say_settings,
    "undo_step": lambda sentence: _("Undone: %(text)s") % sentence.both,
    "pay": _say_paid(gettext_noop("%(name)s paid %(amount)s")),
    "take_back_payment": _say_paid(gettext_noop("Undid a payment of %(amount)s by %(name)s")),
    "set_due": _say_due,
    "save_club_rules": lambda sentence: (
        _("Saved as club rules “%(name)s”: %(rules)s")
        % {"name": sentence.both["name"], "rules": sentence.both["rules"] or _("standard rules")}
    ),
    "draw_rounds": _say_drawn,
    "swap_seats": _say_swapped,
    "discard_draft": _say_of_hour(gettext_noop("Discarded the draft of %(hour)s")),
    "undo_release": _say_of_hour(gettext_noop("Undid the release of the seats of %(hour)s")),
    "release_draw": _say_of_hour(gettext_noop("Released the seats of %(hour)s")),
    "leave": _say_left,
    "come_back": _say_came_back,
    "seat_late": _say_seated,
    "issue_codes": _say_tables(gettext_noop("Made table codes: %(tables)s")),
    "reissue_codes": _say_tables(gettext_noop("Changed table codes: %(tables)s")),
    "revoke_code": _say_tables(gettext_noop("Blocked phones: %(tables)s")),
    "call_director": _say_tables(gettext_noop("The director was called: %(tables)s")),
    "answer_call": _say_tables(gettext_noop("Answered the call: %(tables)s")),
    "reopen_call": _say_tables(gettext_noop("Undid the answer to the call: %(tables)s")),
    "start_round": _say_of_bell(gettext_noop("Started %(round)s")),
    "take_back_start": _say_of_bell(gettext_noop("Undid the start of %(round)s")),
    "pause_round": _say_of_bell(gettext_noop("Paused %(round)s")),
    "resume_round": _say_of_bell(gettext_noop("Resumed %(round)s")),
    "extend_round": _say_of_bell(gettext_noop("Gave %(round)s extra time")),
    "end_round": _say_of_bell(gettext_noop("Ended %(round)s")),
    "start_by_itself": _say_of_bell(gettext_noop("Started by itself: %(round)s")),
    "shorten_round": _say_of_bell(gettext_noop("Took time off %(round)s")),
    "give_table_time": _say_tables(gettext_noop("%(minutes)s extra min for %(tables)s")),
    "take_back_table_time": _say_tables(gettext_noop("Removed the extra time of %(tables)s")),
    "set_break": _say_break,
    "move_clocks": _say_moved_clocks,
    "mute": lambda sentence: _("Muted all devices"),
    "unmute": lambda sentence: _("Turned the sound of all devices back on"),
    "hold_start": lambda sentence: _("Held the next round"),
    "let_start": lambda sentence: _("Let the next round start by itself again"),
    "reopen_round": _say_of_bell(gettext_noop("Undid the end of %(round)s")),
    "enter_sheet": _say_sheet,
    "withdraw_sheet": lambda sentence: _("Deleted %(name)s's sheet") % {"name": sentence.entry},
    "enter_slip": _say_slip,
    "take_from_opponents": _say_filled_in,
    "withdraw_slip": _say_of_match(gettext_noop("Deleted the slip of %(match)s")),
    "agree": _say_of_match(gettext_noop("Agreed %(match)s")),
    "take_back_decision": _say_of_match(gettext_noop("Undid the decision on %(match)s")),
    "take_back_agreement": _say_of_match(gettext_noop("Undid the agreement of %(match)s")),
    "make_ruling": _say_ruled,
    "rescore": _say_of_match(gettext_noop("Recalculated %(match)s from what was reported")),
    "call_off": _say_of_match(gettext_noop("Called off %(match)s")),
    "record_hand": _say_of_match(gettext_noop("Recorded hand %(hand)s of %(match)s")),
    "correct_hand": _say_of_match(gettext_noop("Corrected hand %(hand)s of %(match)s")),
    "dispute_hand": _say_of_match(gettext_noop("Hand %(hand)s of %(match)s was recorded differently")),
    "agree_hands": _say_of_match(gettext_noop("The table agreed %(match)s up to hand %(hand)s")),
    "choose_version": _say_chose,
    "agree_version": _say_chosen_by_both,
    "object_to_hand": _say_of_match(gettext_noop("The other side says that hand %(hand)s of %(match)s is wrong")),
    "keep_late": _say_of_match(gettext_noop("Hand %(hand)s of %(match)s arrived late")),
    "accept_late": _say_of_match(gettext_noop("Counted the late hand %(hand)s of %(match)s")),
    "set_aside": _say_of_match(gettext_noop("Did not count the late hand %(hand)s of %(match)s")),
    "set_all_aside": _say_set_all_aside,
    "withdraw_hand": _say_of_match(gettext_noop("Deleted hand %(hand)s of %(match)s")),
    "restore_hand": _say_of_match(gettext_noop("Brought back hand %(hand)s of %(match)s")),
    "finish_hands": _say_of_match(gettext_noop("All hands of %(match)s are in")),
    "check_slip": _say_of_match(gettext_noop("Keyed in the slip of %(match)s twice: both readings match")),
    "check_sheet": lambda sentence: (
        _("Keyed in %(name)s's sheet twice: both readings match") % {"name": sentence.entry}
    ),
    "play_on": _say_of_match(gettext_noop("%(match)s plays on")),
    "record_cuts": _say_cut,
    "record_play_off": _say_play_off(gettext_noop("Play-off: %(names)s")),
    "take_back_play_off": _say_play_off(gettext_noop("Undid the play-off: %(names)s")),
    "team_up": lambda sentence: _("Put together: %(names)s") % {"names": join_names(sentence.both["names"])},
    "reseat": _say_reseated,
    "set_wishes": _say_wishes,
    "give_walk_over": lambda sentence: (
        _("Walk-over: %(names)s came, the others did not")
        % {"names": join_names([sentence.name(entry) for entry in sentence.log.after["came"]])}
    ),
    "take_back_walk_over": _say_of_match(gettext_noop("Undid the walk-over of %(match)s")),
    "share_table": _say_shared,
    "part": lambda sentence: _("Split up: %(names)s") % {"names": join_names(sentence.both["names"])},
    "substitute": _say_substituted,
    "show_standings": _say_standings_shown,
    **SCREEN_SENTENCES,
    "set_restore_point": lambda sentence: _("Set a restore point: %(name)s") % sentence.both,
    "go_back": _say_gone_back,
    "import_evening": lambda sentence: _("Replaced the evening by a newer one from a file"),
    "lock_event": lambda sentence: _("Locked the evening"),
    "reopen_event": lambda sentence: _("Unlocked the evening"),
    "bin_event": lambda sentence: _("Deleted the evening: it is in the bin for 30 days"),
    "unbin_event": lambda sentence: _("Restored the evening from the bin"),
}
