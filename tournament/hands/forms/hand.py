"""The form of one hand: what is impossible is refused at its field, what is unusual is asked back once.

An untouched form is never a hand: a double tap, or a phone that wakes in a pocket, must not record anything.
"""

import json
from collections.abc import Container, Iterator
from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import NOT_REPORTED, OTHER, HandFacts, ImpossibleFacts, Problem, RuleSet, Seating, score_hand
from tournament.formats.match_length import Series
from tournament.foundation.authors import Author, Phone
from tournament.foundation.errors import EventLocked, HandsAreIn, MatchCalledOff
from tournament.hands.forms.auction import PASS, can_pass_out, field_not_higher, is_passed_out
from tournament.hands.forms.cards import faults_of
from tournament.hands.forms.deals import DEALT, RUN, places_of, runs_in
from tournament.hands.forms.facts import facts_from, fields_for, size_of, size_of_sent, ticks_from, worked_out
from tournament.hands.forms.layout import HandFields
from tournament.hands.forms.play import NONE
from tournament.hands.forms.preview import AFTER_THE_END, Preview, named, names_in, preview_of, so_far_of
from tournament.hands.forms.revokes import field_of_revoke
from tournament.hands.forms.ticks import Ticked, lettered, letters_of
from tournament.hands.queries.hands import MatchInHands
from tournament.hands.queries.permissions import is_own_last
from tournament.hands.queries.shown_hands import HandOnPage
from tournament.matches.queries.matches import short_names_of
from tournament.matches.queries.series import facts_from as kept_facts
from tournament.matches.queries.series import plain_facts
from tournament.models import Hand, State

# What scoring says for every game, where whoever fills in a form wants to hear what to do.
SENTENCES = {
    ("high", "not_reported"): gettext_lazy("Nobody is marked."),
    ("low", "not_reported"): gettext_lazy("Nobody is marked."),
    ("pips", "not_reported"): gettext_lazy("Nobody is marked."),
    ("turn_up", "old_suit"): gettext_lazy("The same suit again: run the pack once more, or throw the cards in."),
    ("pips", "sides"): gettext_lazy("The card value of everybody, 0 for none; or of nobody."),
    ("jack", "turned"): gettext_lazy("The Jack was turned up, so nobody can win it. Mark “Not dealt”."),
    ("revoke", "not_reported"): gettext_lazy("A failure to follow was not called."),
    ("trump", "unknown"): gettext_lazy("Key this card with its suit: the tricks cannot be followed without trumps."),
}


ANSWERS = ("run", "beg", "stand", "take_one", "misdeal", "redeal", "discard_to", "events")


def sentence(problem: Problem) -> str:
    known = SENTENCES.get((problem.field, problem.code))
    return str(known) if known else _(problem.message)


def field_of(problem: Problem, rules: RuleSet, seating: Seating, ticked: Ticked, fields: Container[str]) -> str | None:
    """None where it is not about anything that a form asks, as the number of players."""
    name = _field_of(problem, rules, seating, ticked)
    return name if name in fields else None


def _field_of(problem: Problem, rules: RuleSet, seating: Seating, ticked: Ticked) -> str:
    field, code = problem.field, problem.code
    last = places_of(rules, len(seating.seats), ticked)[-1]
    if field in ANSWERS:
        return f"answer_{last}"
    if field == "turn_up" or (field == "trump" and code != "pitched"):
        return f"card_{last}"
    if field in ("bid", "pass"):
        return field_not_higher(rules, seating, ticked)
    if field == "revoke":
        return field_of_revoke(code, ticked)
    if field == "dealt":
        return _field_of_dealt(rules, seating, ticked)
    if field == "pips":
        return "game" if code == "not_reported" else _field_of_pips(seating, ticked)
    if field == "jack" and code == "holder":
        return "jack_from"
    if field in ("high", "low") and ticked.get(f"{field}_rank"):
        return f"{field}_rank"
    return {"abandoned": "stopped", "trump": "tricks"}.get(field, field)


def _field_of_pips(seating: Seating, ticked: Ticked) -> str:
    """The first box that is empty where others are filled, else the first."""
    boxes = [f"pips_{letter}" for letter in lettered(seating.side_names)]
    return next((box for box in boxes if ticked.get(box) is None), boxes[0])


def _field_of_dealt(rules: RuleSet, seating: Seating, ticked: Ticked) -> str:
    """The first player who has another number of cards than the deal gives, else the first."""
    each = DEALT + RUN * runs_in(rules, len(seating.seats), ticked)
    boxes = [f"dealt_{letter}" for letter in lettered(seating.seats)]
    return next((box for box in boxes if len(ticked.get(box) or ()) != each), boxes[0])


REASON_NEEDED = gettext_lazy("Say why: the reason is kept with the hand.")


KEEPS = ("record", "next", "confirm", "passed_out")
ABOUT_THE_HAND = ("entry_key", "number", "version", "asked", "dealer", "reason")
LONGEST = 3  # digits of a hand's number


class HandForm(HandFields):
    """`correcting` is the hand to be replaced; `version` the one whose facts the form starts from, and as a field the
    one that was shown.

    `step` says what is wanted: "check", "record", "next" (record it as the hand after the last), "passed_out" (record
    that nobody bid, whatever else is marked), or "confirm" (record what was asked back about). `asked` carries the
    question; other facts are asked about again. A phone is asked back only about its facts: what came too late, or
    against another version, is kept all the same (`hands.services.late`), and only told.
    """

    entry_key = forms.UUIDField(widget=forms.HiddenInput)
    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=999)
    version = forms.IntegerField(required=False, widget=forms.HiddenInput)
    asked = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(
        self,
        played: MatchInHands,
        data: QueryDict | None = None,
        *,
        by: Author,
        now: datetime,
        entry_key: UUID,
        correcting: HandOnPage | None = None,
        version: HandOnPage | None = None,
    ) -> None:
        self.step = data.get("step", "check") if data else ""
        number = correcting.hand.number if correcting else played.next_number
        sent = data.get("number", "") if data and not correcting and self.step != "next" else ""
        self.played = played = played.at_hand(int(sent) if sent.isdecimal() and len(sent) <= LONGEST else number)
        self.rules, self.correcting = played.rules, correcting
        self.by, self.is_phone = by, isinstance(by, Phone)
        self.seating = played.seating
        if data and self.step == "passed_out" and self.can_pass_out:
            data = _passed_out(self.seating, data)
        self.names = short_names_of(played.seated) if self.is_phone else names_in(played)
        self.is_asking = self.is_unanswered = False
        self.taken: HandOnPage | None = None
        self.match: Series | None = None
        self.is_bare = self.is_partly_marked = False
        self.doubts: list[tuple[str | None, str]] = []
        self.told: list[str] = []
        dealer = letters_of(self.seating.seats).get(played.dealer or "", "")
        start: dict[str, Any] = {"entry_key": entry_key, "number": number, "dealer": dealer}
        size = size_of_sent(self.rules, self.seating, data) if data else None
        if correcting:
            before = kept_facts(self.seating, (version or correcting).hand.facts)
            start |= ticks_from(self.rules, before) | {"version": correcting.hand.pk}
            size = size or size_of(self.rules, before)
        super().__init__(data, initial=start)
        may_stop = played.match.table.stage.event.bell_rule != "finish"
        self.fields |= fields_for(self.rules, self.seating, self.names, may_stop=may_stop, size=size)
        last = played.current[-1].number if played.current else 0
        self.needs_reason = correcting is not None and not is_own_last(correcting.hand, by, last=last, now=now)
        if self.needs_reason:
            words = {"required": REASON_NEEDED}
            self.fields["reason"] = forms.CharField(label=_("Reason"), max_length=300, error_messages=words)

    @property
    def keeps(self) -> bool:
        """Whether it was sent to be stored, not only looked at."""
        return self.step in KEEPS

    @property
    def can_pass_out(self) -> bool:
        return can_pass_out(self.rules)

    @property
    def questions(self) -> list[str]:
        """What is asked back about, and has not been confirmed."""
        if not self.is_unanswered:
            return []
        return [f"{self[field].label}: {text}" if field else text for field, text in self.doubts]

    @property
    def fresh(self) -> str:
        """What stands marked in a form that nobody has written in yet, by field, as JSON."""
        return json.dumps({name: field.initial for name, field in self.fields.items() if field.initial})

    def facts(self) -> HandFacts:
        """The facts by entry; only of a valid form."""
        return facts_from(self.rules, self.seating, self.cleaned_data)

    def recorded(self) -> dict[str, Any]:
        """What a valid form has to say to `record_hand`."""
        return {name: self.cleaned_data[name] for name in ("number", "entry_key")} | {"facts": self.facts()}

    def corrected(self) -> dict[str, Any]:
        """What a valid form has to say to `correct_hand`."""
        reason = self.cleaned_data.get("reason", "")
        return {"entry_key": self.cleaned_data["entry_key"], "facts": self.facts(), "reason": reason}

    def seen(self) -> Hand:
        """The version that whoever corrects it had before his eyes."""
        assert self.correcting
        shown = self.played.version(self.cleaned_data["version"] or 0)
        return (shown if shown and shown.hand.number == self.correcting.hand.number else self.correcting).hand

    def preview(self) -> Preview | None:
        """None while the facts cannot be counted, or nothing of the play is marked after the bids."""
        if self.match is None or (self.is_bare and self.rules.auction):
            return None
        doubts = tuple(f"{self[field].label}: {text}" if field else text for field, text in self.doubts)
        told = (*doubts, *self.told)
        return preview_of(self.so_far, self.match, told, pips=self.pips, so_far_only=self.is_partly_marked)

    def clean_number(self) -> int:
        number: int = self.cleaned_data["number"]
        if self.correcting:
            return self.correcting.hand.number
        return self.played.next_number if self.step == "next" else number

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self._is_countable():
            self._check_notes(cleaned)
        if not self._is_countable():
            return cleaned
        self._check_open(cleaned["number"])
        self.so_far = so_far_of(self.played, cleaned["number"], names=self.names)
        facts = self.facts()
        if not self._can_have_happened(cleaned):
            return cleaned
        self.match, self.pips = self.so_far.with_hand(facts), worked_out(self.seating, cleaned, facts)
        self.is_partly_marked = _is_partly_marked(facts)
        doubts = self.match.hands[len(self.so_far.before)].doubts
        asked = [doubt for doubt in doubts if not self._is_answered(doubt)]
        self.doubts = [(self._field_of(doubt), sentence(doubt)) for doubt in asked]
        if is_passed_out(self.rules, cleaned) and not cleaned["answer_1"]:
            self.doubts = [(None, _("Nobody bid. The hand is recorded as passed out, and nothing of the play counts."))]
        elif _is_bare(facts):
            self.is_bare = True
            self.doubts = [(None, _("Nothing is marked yet."))]
            self.add_error(None, _("Mark what happened first."))
        others = list(self._other_version(cleaned["number"]))
        self.told = others if self.is_phone else []
        self.doubts += [(None, text) for text in others if not self.is_phone]
        self._ask_back(cleaned)
        return cleaned

    def _can_have_happened(self, cleaned: dict[str, Any]) -> bool:
        """Every problem at its field, told with the names of the players."""
        seating, start = named(self.seating, self.names), self.so_far.start
        facts = facts_from(self.rules, seating, cleaned)
        try:
            score_hand(self.rules, facts, {self.names[side]: points for side, points in start.items()})
        except ImpossibleFacts as impossible:
            for problem in impossible.problems:
                self.add_error(self._field_of(problem), sentence(problem))
            return False
        return True

    def _is_answered(self, doubt: Problem) -> bool:
        """Whoever marks that no trump was played says himself that all were discarded."""
        is_late = self.is_phone and doubt.code in AFTER_THE_END
        return is_late or (doubt.field, doubt.code) == ("low", "discarded")

    def _field_of(self, problem: Problem) -> str | None:
        return field_of(problem, self.rules, self.seating, self.cleaned_data, self.fields)

    def _is_countable(self) -> bool:
        """Whether nothing is wrong with the facts; a reason may still be missing."""
        return not set(self.errors) - {"reason"}

    def _check_open(self, number: int) -> None:
        """No new hand once the match is closed; a repeat of one that is there is answered as before."""
        match = self.played.match
        if self.is_phone or not self.keeps or self.correcting:
            return
        if not self.played.is_open and self.played.hand(number) is None:
            locked = match.table.stage.event.locked_at is not None
            called_off = match.state == State.CALLED_OFF
            self.add_error(None, str(EventLocked() if locked else MatchCalledOff() if called_off else HandsAreIn()))

    def _check_notes(self, cleaned: dict[str, Any]) -> None:
        for place in places_of(self.rules, len(self.seating.seats), cleaned):
            turned, card = cleaned.get(f"turned_{place}", ""), cleaned.get(f"card_{place}", "")
            if turned not in ("", OTHER) and card and card[0] != turned:
                self.add_error(f"card_{place}", _("This is not the card that is marked."))
        for kind in ("high", "low"):
            if cleaned[f"{kind}_rank"] and cleaned[kind] in ("", NONE):
                self.add_error(kind, _("Mark whose it was."))
        for field, text in faults_of(self.seating, cleaned):
            self.add_error(field, text)

    def _other_version(self, number: int) -> Iterator[str]:
        """A hand that was recorded while this form was being filled in."""
        taken = self.played.hand(number)
        if self.correcting or taken is None or taken.hand.facts == plain_facts(self.rules, self.facts()):
            return
        keys = {version.hand.entry_key for version in (*self.played.hands, *self.played.earlier)}
        score = ", ".join(f"{side.name} {side.points}" for side in taken.sides)
        who = taken.hand.entered_by or (_("the other phone") if taken.hand.device else _("somebody"))
        what = {"number": number, "who": who, "score": score}
        if self.cleaned_data["entry_key"] in keys:
            yield _("Hand %(number)s is recorded already (%(score)s). Confirm puts this in its place.") % what
        else:
            self.taken = taken
            told = _(
                "Hand %(number)s has been recorded by %(who)s meanwhile (%(score)s). If this is the same hand, "
                "Confirm keeps both and calls the director."
            )
            yield told % what

    def _ask_back(self, cleaned: dict[str, Any]) -> None:
        question = "; ".join(f"{field}: {text}" for field, text in self.doubts)
        is_confirmed = self.step == "confirm" and question == cleaned["asked"]
        is_said = self.step == "passed_out" and len(self.doubts) == 1
        if self.errors or not self.doubts or is_confirmed or is_said:
            return
        self.is_unanswered = True
        if self.keeps:
            self.is_asking = True
            for field, text in self.doubts:
                self.add_error(field, text)
        self.data = {key: self.data.get(key) for key in self.data} | {"asked": question}


class WithdrawForm(forms.Form):
    """`needs_reason` unless it is one's own last hand."""

    withdraw_reason = forms.CharField(label=_("Reason"), max_length=300, error_messages={"required": REASON_NEEDED})

    def __init__(self, data: QueryDict | None = None, *, needs_reason: bool) -> None:
        super().__init__(data)
        if not needs_reason:
            del self.fields["withdraw_reason"]


def _passed_out(seating: Seating, data: QueryDict) -> QueryDict:
    """Everybody passed; who dealt stays as it is marked."""
    sent = QueryDict(mutable=True)
    for name in ABOUT_THE_HAND:
        if name in data:
            sent.setlist(name, data.getlist(name))
    for letter in lettered(seating.seats):
        sent[f"bid_{letter}"] = PASS
    return sent


def _is_bare(facts: HandFacts) -> bool:
    """Nothing was reported but that the suit was accepted, or who bid what."""
    unsaid = facts.high is facts.low is facts.jack is NOT_REPORTED and facts.game is None and facts.pips is None
    return unsaid and facts.dealt is None and {event.kind for event in facts.events} <= {"stand", "pass", "bid"}


def _is_partly_marked(facts: HandFacts) -> bool:
    """Whether one of the four is not reported yet, so that a bid may still be made."""
    is_told = facts.dealt is not None or facts.game is not None or facts.pips is not None
    return not is_told or facts.dealt is None and NOT_REPORTED in (facts.high, facts.low, facts.jack)
