"""Says the log of an evening in sentences. `log_pages` makes pages of these, and of other logs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.timesince import timesince
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from tournament.event.queries.hours import name_within_sentence, of_hour
from tournament.models import Event, LogEntry, join_names
from tournament.standings.queries.cuts import format_cards


@dataclass(frozen=True)
class LogSentence:
    """A log entry of an evening, with the names that it mentions by primary key; `hours` are the stage numbers of
    rounds. The words of `SENTENCES` name what to fill in: `%(match)s`, `%(hour)s`, or any key of the entry."""

    event: Event
    log: LogEntry
    entries: Mapping[int, str]
    matches: Mapping[int, str]
    hours: Mapping[int, int]

    @property
    def both(self) -> dict[str, Any]:
        return {**self.log.before, **self.log.after}

    def __str__(self) -> str:
        words = SENTENCES[self.log.action]
        return words(self) if callable(words) else str(words) % self

    def __getitem__(self, word: str) -> object:
        both = self.both
        match word:
            case "match":
                return self.matches.get(int(both["match"]), gettext("a match"))
            case "name" if "entry" in both and "name" not in both:
                return self.name_of(both["entry"])
            case "hour":
                return name_within_sentence(self.event, both["hour"])
            case "round":
                words = gettext("%(round)s (tables of 5)") if both["turns"] == 5 else "%(round)s"
                return words % {"round": self._name_round()}
            case "tables" if isinstance(both["tables"], list):
                words = ngettext("table %(numbers)s", "tables %(numbers)s", len(both["tables"]))
                return words % {"numbers": ", ".join(str(number) for number in both["tables"])}
            case "names" | "screens":
                return join_names(both[word])
        return both[word]

    def name_of(self, entry: object) -> str:
        return self.entries.get(int(str(entry)), gettext("somebody removed from the list"))

    def _name_round(self) -> str:
        hour = self.hours.get(self.both["round"])
        if hour is None:
            return gettext("a round")
        if self.event.kind.turns_per_seating == 1:
            return name_within_sentence(self.event, hour)
        return gettext("round %(number)s") % self.both + of_hour(self.event, hour)


def _say_settings(sentence: LogSentence) -> str:
    before = sentence.log.before
    changes = [f"{key}: {before[key]} → {value}" for key, value in sentence.log.after.items() if key != "raw"]
    return gettext("Settings changed: %(changes)s") % {"changes": "; ".join(changes).replace("_", " ")}


def _say_swapped(sentence: LogSentence) -> str:
    one, other = (sentence.name_of(entry) for entry in sentence.both["entries"])
    return gettext("%(one)s and %(other)s swapped seats in the draft") % {"one": one, "other": other}


def _say_left(sentence: LogSentence) -> str:
    count = len(sentence.both["called_off"])
    if not count:
        return gettext("%(name)s left early") % sentence
    words = ngettext(
        "%(name)s left early; %(n)s match called off", "%(name)s left early; %(n)s matches called off", count
    )
    return words % {"name": sentence["name"], "n": count}


def _say_seated(sentence: LogSentence) -> str:
    if sentence.event.kind.turns_per_seating == 1:
        return gettext("%(name)s came late and sits at table %(table)s") % sentence
    words = {"name": sentence["name"], "table": sentence["table"], "turn": sentence.both.get("from_turn", "?")}
    return gettext("%(name)s came late and sits at table %(table)s from round %(turn)s") % words


def _say_moved_clocks(sentence: LogSentence) -> str:
    """Says how the computer's clock was set; `seconds` are negative if it was set back."""
    seconds = sentence.both["seconds"]
    words = gettext("The computer's clock was set back by %(time)s: the round clocks went back with it")
    if seconds > 0:
        words = gettext("The computer's clock was set forward by %(time)s: the round clocks went forward with it")
    began = sentence.log.at
    return words % {"time": timesince(began, began + timedelta(seconds=abs(seconds)))}


def _say_sheet(sentence: LogSentence) -> str:
    count = len(sentence.both["matches"])
    words = ngettext("Keyed in %(name)s's sheet: %(n)s line", "Keyed in %(name)s's sheet: %(n)s lines", count)
    return words % {"name": sentence["name"], "n": count}


def _say_filled_in(sentence: LogSentence) -> str:
    count = len(sentence.both["matches"])
    words = ngettext(
        "Filled in %(name)s's missing sheet from the opponents' sheets: %(n)s line",
        "Filled in %(name)s's missing sheet from the opponents' sheets: %(n)s lines",
        count,
    )
    return words % {"name": sentence["name"], "n": count}


def _say_slip(sentence: LogSentence) -> str:
    after = sentence.log.after
    scores = zip(after["games"], after["points"], strict=True)
    shown = [" · ".join("–" if each is None else str(each) for each in score) for score in scores]
    words = gettext("Keyed in the slip of %(match)s: %(score)s")
    if after["slip"] > 1:
        words = gettext("Keyed in a second slip of %(match)s: %(score)s")
    return words % {"match": sentence["match"], "score": " – ".join(shown)}


def _say_set_all_aside(sentence: LogSentence) -> str:
    count = len(sentence.both["hands"])
    words = ngettext("Set %(n)s late hand of %(match)s aside", "Set %(n)s late hands of %(match)s aside", count)
    return words % {"n": count, "match": sentence["match"]}


def _say_ruled(sentence: LogSentence) -> str:
    points, before = (
        " – ".join("?" if each is None else str(each) for each in when["points"])
        for when in (sentence.log.after, sentence.log.before)
    )
    words = {"match": sentence["match"], "points": points, "before": before}
    return gettext("Ruled %(match)s: %(points)s (was %(before)s)") % words


def _say_cut(sentence: LogSentence) -> str:
    cards = [f"{sentence.name_of(entry)} {format_cards(ranks)}" for entry, ranks in sentence.both["cards"].items()]
    words = {"hour": name_within_sentence(sentence.event, sentence.both["stage"]), "cards": "; ".join(cards)}
    return gettext("Cut of the cards after %(hour)s: %(cards)s") % words


def _say_places(sentence: LogSentence) -> str:
    """Returns the order of a play-off, as in "1 Ann, 2 Bea and Cy"."""
    order = sentence.both["names"]
    places = [1 + sum(len(better) for better in order[:n]) for n in range(len(order))]
    return ", ".join(f"{place} {join_names(names)}" for place, names in zip(places, order, strict=True))


def _say_reseated(sentence: LogSentence) -> str:
    pairs = [f"{sentence.name_of(one)} / {sentence.name_of(other)}" for one, other in sentence.log.after["entries"]]
    words = {"hour": sentence["hour"], "names": "; ".join(pairs)}
    return gettext("Swapped seats of %(hour)s after they were released: %(names)s") % words


def _say_substituted(sentence: LogSentence) -> str:
    before = sentence.log.before
    words = {"came": sentence.name_of(sentence.log.after["entry"]), "gone": sentence.name_of(before["entry"])}
    if "match" not in before:
        return gettext("%(came)s plays for %(gone)s from now on") % words
    words |= {"match": str(sentence["match"]), "hand": before["hand"]}
    return gettext("%(came)s plays for %(gone)s from hand %(hand)s of %(match)s") % words


def _say_wishes(sentence: LogSentence) -> str:
    after = sentence.log.after
    wishes = []
    if after["stays_at"]:
        wishes.append(gettext("stays at table %(table)s") % {"table": after["stays_at"]})
    if after["comes_from"]:
        wishes.append(gettext("comes from %(club)s") % {"club": after["comes_from"]})
    if after["apart"]:
        names = join_names([sentence.name_of(entry) for entry in after["apart"]])
        wishes.append(gettext("is kept apart from %(names)s") % {"names": names})
    return f"{sentence['name']}: {'; '.join(wishes) or gettext('has no preferences any more')}"


def _say_gone_back(sentence: LogSentence) -> str:
    """Says to which point the evening went back, by the time when it was set, because points can have the same name."""
    at, late = datetime.fromisoformat(sentence.log.after["at"]), len(sentence.log.after["late"])
    words = gettext("Went back to how it was at %(at)s") % {"at": f"{timezone.localtime(at):%H:%M}"}
    if not late:
        return words
    return f"{words}; {ngettext('%(n)s hand waits as late', '%(n)s hands wait as late', late) % {'n': late}}"


Words = str | Promise | Callable[[LogSentence], str]


def _say_either(key: str, if_true: Promise, if_false: Promise) -> Callable[[LogSentence], str]:
    """Makes a sentence that depends on whether the entry has something under this key."""
    return lambda sentence: str(if_true if sentence.both.get(key) else if_false) % sentence


SENTENCES: Mapping[str, Words] = {
    "create_event": _say_either(
        "like", _("Created the evening with the settings of %(like)s"), _("Created the evening")
    ),
    "enter_players": lambda sentence: (
        gettext("Entered at the door: %(names)s") % {"names": ", ".join(sentence.both["names"])}
    ),
    "set_here": _say_either("here", _("%(name)s is here"), _("%(name)s is not here")),
    "set_sign_up": _say_either("open", _("Opened sign-up"), _("Closed sign-up")),
    "sign_up": _("Signed up: %(name)s"),
    "cancel_sign_up": _("Sign-up cancelled: %(name)s"),
    "undo_cancellation": _("Undid the cancelled sign-up of %(name)s"),
    "change_partner": _say_either(
        "partner",
        _("Signed up %(name)s with another partner: %(partner)s"),
        _("%(name)s stays signed up, without a partner"),
    ),
    "correct_name": lambda sentence: (
        gettext("Corrected %(wrong)s to %(right)s")
        % {"wrong": sentence.log.before["name"], "right": sentence.log.after["name"]}
    ),
    "remove_entry": _("Removed %(name)s from the list"),
    "change_settings": _say_settings,
    "undo_step": _("Undone: %(text)s"),
    "pay": _("%(name)s paid %(amount)s"),
    "take_back_payment": _("Undid a payment of %(amount)s by %(name)s"),
    "set_due": _say_either("due", _("%(name)s pays %(due)s"), _("%(name)s pays the usual price")),
    "save_club_rules": _say_either(
        "rules", _("Saved as club rules “%(name)s”: %(rules)s"), _("Saved as club rules “%(name)s”: standard rules")
    ),
    "draw_rounds": lambda sentence: (
        gettext("Drew %(hour)s by the ranking: %(tables)s tables") % sentence
        if sentence["seed"] is None
        else gettext("Drew %(hour)s, seed %(seed)s: %(tables)s tables") % sentence
    ),
    "swap_seats": _say_swapped,
    "discard_draft": _("Discarded the draft of %(hour)s"),
    "undo_release": _("Undid the release of the seats of %(hour)s"),
    "release_draw": _("Released the seats of %(hour)s"),
    "leave": _say_left,
    "come_back": _say_either("table", _("%(name)s came back to table %(table)s"), _("%(name)s came back")),
    "seat_late": _say_seated,
    "issue_codes": _("Made table codes: %(tables)s"),
    "reissue_codes": _("Changed table codes: %(tables)s"),
    "revoke_code": _("Blocked phones: %(tables)s"),
    "call_director": _("The director was called: %(tables)s"),
    "answer_call": _("Answered the call: %(tables)s"),
    "reopen_call": _("Undid the answer to the call: %(tables)s"),
    "start_round": _("Started %(round)s"),
    "take_back_start": _("Undid the start of %(round)s"),
    "pause_round": _("Paused %(round)s"),
    "resume_round": _("Resumed %(round)s"),
    "extend_round": _("Gave %(round)s extra time"),
    "end_round": _("Ended %(round)s"),
    "start_by_itself": _("Started by itself: %(round)s"),
    "shorten_round": _("Took time off %(round)s"),
    "give_table_time": _("%(minutes)s extra min for %(tables)s"),
    "take_back_table_time": _("Removed the extra time of %(tables)s"),
    "set_break": _say_either("minutes", _("A break of %(minutes)s min after %(hour)s"), _("No break after %(hour)s")),
    "move_clocks": _say_moved_clocks,
    "mute": _("Muted all devices"),
    "unmute": _("Turned the sound of all devices back on"),
    "hold_start": _("Held the next round"),
    "let_start": _("Let the next round start by itself again"),
    "reopen_round": _("Undid the end of %(round)s"),
    "enter_sheet": _say_sheet,
    "withdraw_sheet": _("Deleted %(name)s's sheet"),
    "enter_slip": _say_slip,
    "take_from_opponents": _say_filled_in,
    "withdraw_slip": _("Deleted the slip of %(match)s"),
    "agree": _("Agreed %(match)s"),
    "take_back_decision": _("Undid the decision on %(match)s"),
    "take_back_agreement": _("Undid the agreement of %(match)s"),
    "make_ruling": _say_ruled,
    "rescore": _("Recalculated %(match)s from what was reported"),
    "call_off": _("Called off %(match)s"),
    "record_hand": _("Recorded hand %(hand)s of %(match)s"),
    "correct_hand": _("Corrected hand %(hand)s of %(match)s"),
    "dispute_hand": _("Hand %(hand)s of %(match)s was recorded differently"),
    "agree_hands": _("The table agreed %(match)s up to hand %(hand)s"),
    "choose_version": _("%(name)s chose version %(version)s of hand %(hand)s of %(match)s"),
    "agree_version": _("Both sides chose version %(version)s: hand %(hand)s of %(match)s is agreed"),
    "object_to_hand": _("The other side says that hand %(hand)s of %(match)s is wrong"),
    "keep_late": _("Hand %(hand)s of %(match)s arrived late"),
    "accept_late": _("Counted the late hand %(hand)s of %(match)s"),
    "set_aside": _("Did not count the late hand %(hand)s of %(match)s"),
    "set_all_aside": _say_set_all_aside,
    "withdraw_hand": _("Deleted hand %(hand)s of %(match)s"),
    "restore_hand": _("Brought back hand %(hand)s of %(match)s"),
    "finish_hands": _("All hands of %(match)s are in"),
    "check_slip": _("Keyed in the slip of %(match)s twice: both readings match"),
    "check_sheet": _("Keyed in %(name)s's sheet twice: both readings match"),
    "play_on": _("%(match)s plays on"),
    "record_cuts": _say_cut,
    "record_play_off": lambda sentence: gettext("Play-off: %(names)s") % {"names": _say_places(sentence)},
    "take_back_play_off": lambda sentence: gettext("Undid the play-off: %(names)s") % {"names": _say_places(sentence)},
    "team_up": _("Put together: %(names)s"),
    "reseat": _say_reseated,
    "set_wishes": _say_wishes,
    "give_walk_over": lambda sentence: (
        gettext("Walk-over: %(names)s came, the others did not")
        % {"names": join_names([sentence.name_of(entry) for entry in sentence.log.after["came"]])}
    ),
    "take_back_walk_over": _("Undid the walk-over of %(match)s"),
    "share_table": lambda sentence: (
        gettext("%(match)s had %(part)s of its round: it shared its table") % sentence
        if sentence.log.after["part"]
        else gettext("%(match)s had all of its round after all") % sentence
    ),
    "part": _("Split up: %(names)s"),
    "substitute": _say_substituted,
    "show_standings": _say_either("shown", _("Showed the standings to everybody"), _("Hid the standings")),
    "take_screen": _("Connected the screen %(screens)s"),
    "switch_screens": _("Switched %(screens)s"),
    "show_notice": _("Showed a notice on %(screens)s: %(notice)s"),
    "change_screen": _("Changed the screen %(screens)s"),
    "let_screen_go": _("Disconnected the screen %(screens)s"),
    "call_out": _("Announced: %(text)s"),
    "take_down": _("Removed the announcement: %(text)s"),
    "begin_prizes": _("Started prize-giving"),
    "reveal_prize": _("Revealed prize %(number)s"),
    "cover_prize": _("Hid prize %(number)s again"),
    "stop_prizes": _("Stopped prize-giving"),
    "set_restore_point": _("Set a restore point: %(name)s"),
    "go_back": _say_gone_back,
    "import_evening": _("Replaced the evening by a newer one from a file"),
    "lock_event": _("Locked the evening"),
    "reopen_event": _("Unlocked the evening"),
    "bin_event": _("Deleted the evening: it is in the bin for 30 days"),
    "unbin_event": _("Restored the evening from the bin"),
}
"""What each action says: words with what to fill in (see `LogSentence`), or a function where that is not enough."""
