"""The form of one hand: it refuses what is impossible at its field, and asks once about what is unusual.

An untouched form never counts as a hand, because a double tap, or a phone that wakes in a pocket, must not record
anything.
"""

import json
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring import NOT_REPORTED, OTHER, HandFacts, ImpossibleFacts, Problem, Seating, read_hand, score_hand
from tournament.formats.match_length import CountedHand, MatchSeries
from tournament.foundation.authors import Author, Phone
from tournament.hands.forms.facts import (
    ENDS,
    NONE,
    PASS,
    can_pass_out,
    derive_pips,
    facts_from,
    is_passed_out,
    letter_keys,
    letters_of,
    pitch_of,
    places_of,
    with_pitch,
)
from tournament.hands.forms.fields import fields_for, size_of, size_of_sent
from tournament.hands.forms.layout import HandFields
from tournament.hands.forms.marks import ticks_from
from tournament.hands.forms.preview import AFTER_THE_END, Preview, name_seating, names_in, preview_of
from tournament.hands.forms.problems import explain_problem, faults_of, field_of
from tournament.hands.forms.ticks import MARK_ONE
from tournament.hands.queries.hands import MatchInHands
from tournament.hands.queries.shown_hands import HandOnPage, is_own_last
from tournament.matches.queries.matches import short_names_of
from tournament.models import Hand

REASON_NEEDED = gettext_lazy("Give a reason. It is saved with the hand.")
SAVING_STEPS = ("record", "next", "confirm", "passed_out")
ABOUT_THE_HAND = ("entry_key", "number", "version", "asked", "dealer", "reason")
LONGEST = 3  # digits of a hand's number


class HandForm(HandFields):
    """`correcting` is the hand to be replaced. `version`, as an argument, is the version whose facts the form starts
    from; as a field it is the version that was shown.

    `step` says what is wanted: "check", "record", "next" (record it as the hand after the last), "passed_out" (record
    that nobody bid, whatever else is marked), or "confirm" (record it although the form asked about it). `is_saving` is
    whether to store the hand, not only preview it. `asked` carries the question; if the facts change, the form asks
    again. The form asks a phone only about its facts: a hand that came too late, or differs from another version, is
    stored all the same (`hands.services.recording`), and the phone is told so.
    """

    facts: HandFacts
    """Players are the ids of entries. Set only on a valid form."""

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
        self.is_saving = self.step in SAVING_STEPS
        sent = data.get("number", "") if data and not correcting and self.step != "next" else ""
        is_sent = sent.isdecimal() and len(sent) <= LONGEST
        number = int(sent) if is_sent else correcting.hand.number if correcting else played.next_number
        self.played = played = played.at_hand(number)
        self.rules, self.correcting = played.rules, correcting
        self.by, self.is_phone = by, isinstance(by, Phone)
        self.seating = played.seating
        if data and self.step == "passed_out" and self.can_pass_out:
            data = _pass_out(self.seating, data)
        self.names = short_names_of(played.match_as_seated) if self.is_phone else names_in(played)
        self.is_asking = self.is_unanswered = False
        self.match: MatchSeries | None = None
        self.counted: CountedHand | None = None  # what the hand is worth; set only on a valid form
        self.is_bare = False
        self.doubts: list[tuple[str | None, str]] = []
        start: dict[str, Any] = {"entry_key": entry_key, "number": number}
        if not data:
            start["dealer"] = letters_of(self.seating.seats).get(played.dealer or "", "")
        size = size_of_sent(self.rules, self.seating, data) if data else None
        if correcting:
            before = read_hand((version or correcting).hand.facts, self.seating)
            start |= ticks_from(self.rules, before) | {"version": correcting.hand.pk}
            size = size or size_of(before)
        super().__init__(data, initial=start)
        may_stop = played.match.table.stage.event.bell_rule != "finish"
        self.fields |= fields_for(self.rules, self.seating, self.names, may_stop=may_stop, size=size)
        self.needs_reason = False
        if correcting:
            last = played.current[-1].number if played.current else 0
            self.needs_reason = not is_own_last(correcting.hand, by, last=last, now=now)
        if self.needs_reason:
            words = {"required": REASON_NEEDED}
            self.fields["reason"] = forms.CharField(label=_("Reason"), max_length=300, error_messages=words)

    @property
    def can_pass_out(self) -> bool:
        return can_pass_out(self.rules)

    @property
    def questions(self) -> list[str]:
        """The doubts as sentences. Fields of which the same is asked share one: a preview has to be short."""
        fields: dict[str, list[str]] = {}
        for field, text in self.doubts:
            fields.setdefault(text, []).extend([str(self[field].label)] if field else [])
        comma = _(", ")
        return [f"{comma.join(labels)}: {text}" if labels else text for text, labels in fields.items()]

    @property
    def fresh(self) -> str:
        """The marks of an untouched form, by field, as JSON."""
        return json.dumps({name: field.initial for name, field in self.fields.items() if field.initial})

    def shown_version(self) -> Hand:
        assert self.correcting
        shown = self.played.version(self.cleaned_data["version"] or 0)
        return (shown if shown and shown.hand.number == self.correcting.hand.number else self.correcting).hand

    def preview(self) -> Preview | None:
        """Returns the preview, or None while the facts cannot be counted or only bids are marked."""
        if self.match is None or (self.is_bare and self.rules.auction):
            return None
        facts = self.facts
        doubts = tuple(self.questions)
        if self.is_phone and self._meanwhile[0]:  # a phone replaces its own hand without asking
            doubts += (self._meanwhile[1],)
        pips = derive_pips(self.seating, self.cleaned_data, facts)
        has_game = facts.game is not None or facts.pips is not None
        has_trumps = NOT_REPORTED not in (facts.high, facts.low, facts.jack) or not self.rules.points.order
        is_whole = facts.dealt is not None or has_game and has_trumps
        return preview_of(self.around, self.match, doubts, pips=pips, so_far_only=not is_whole)

    def full_clean(self) -> None:
        """Skips empty fields: a hand fills six of fifty, and cleaning each one takes time."""
        self.every_field = self.fields
        if self.is_bound:
            self.fields = {name: field for name, field in self.fields.items() if field.required or self.data.get(name)}
        super().full_clean()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        unsent = self.every_field.keys() - self.fields.keys()
        self.fields = self.every_field
        cleaned |= {name: getattr(self.fields[name], "unsent", None) for name in unsent}
        cleaned = self.cleaned_data = with_pitch(cleaned)
        if self.errors.keys() <= {"reason"}:
            for place in places_of(self.rules, len(self.seating.seats), cleaned):
                turned, card = cleaned.get(f"turned_{place}", ""), cleaned.get(f"card_{place}", "")
                if turned not in ("", OTHER) and card and card[0] != turned:
                    self.add_error(f"card_{place}", _("This card does not match the card that is marked."))
            for kind in ("high", "low"):
                if cleaned.get(f"{kind}_rank") and cleaned[kind] in ("", NONE):
                    self.add_error(kind, _("Mark who had it."))
            for field, text in faults_of(self.seating, cleaned) if cleaned.get("tricks") else ():
                self.add_error(field, text)
            self._check_pitch(cleaned)
        if not self.errors.keys() <= {"reason"}:  # a reason may still be missing
            return cleaned
        if self.correcting or self.step == "next":
            cleaned["number"] = self.correcting.hand.number if self.correcting else self.played.next_number
        closed = self.played.why_closed if self.is_saving and not self.is_phone and not self.correcting else None
        if closed and self.played.hand(cleaned["number"]) is None:  # a repeat gets the same answer as before
            self.add_error(None, str(closed))
        self.around = around = self.played.match_around(cleaned["number"], self.names)
        self.facts = facts = facts_from(self.rules, self.seating, cleaned)
        try:
            self.match = around.with_hand(facts)
        except ImpossibleFacts:
            self._name_problems(cleaned)
            return cleaned
        self.counted = CountedHand(around.game, self.match.hands[len(around.before)])
        # "None played" for Low already says that all trumps were discarded, and a late hand is stored as late.
        answered = {("low", "discarded"), *((("hand", code) for code in AFTER_THE_END) if self.is_phone else ())}
        asked = [doubt for doubt in self.counted.scored.doubts if (doubt.field, doubt.code) not in answered]
        self.doubts = [(self._field_of(doubt), explain_problem(doubt)) for doubt in asked]
        if self.rules.auction and is_passed_out(self.rules, cleaned) and not cleaned["answer_1"]:
            self.doubts = [(None, _("Nobody bid. The hand is recorded as passed out, and nothing of the play counts."))]
        elif _is_bare(facts):
            self.is_bare = True
            self.doubts = [(None, _("Nothing is marked yet."))]
            self.add_error(None, _("First mark what happened."))
        if not self.is_phone and self._meanwhile[1]:
            self.doubts.append((None, self._meanwhile[1]))
        if self.doubts and not self.errors:
            self._ask_back(cleaned["asked"] or "")
        return cleaned

    def _check_pitch(self, cleaned: dict[str, Any]) -> None:
        """Asks for the half of the pitch that is missing, and refuses one that the bids contradict."""
        pitch = cleaned.get("pitcher", ""), cleaned.get("bid", "")
        if not any(pitch) or cleaned["answer_1"] in ENDS:
            return
        for name, value in zip(("pitcher", "bid"), pitch, strict=True):
            if not value:
                self.add_error(name, MARK_ONE)
        if all(pitch) and pitch != pitch_of(self.rules, self.seating, cleaned):
            self.add_error("pitcher", _("The bids say that somebody else pitched."))

    def _name_problems(self, cleaned: dict[str, Any]) -> None:
        """Shows every problem of impossible facts at its field, with the names of the players."""
        seating, start = name_seating(self.seating, self.names), self.around.start
        facts = facts_from(self.rules, seating, cleaned)
        try:
            score_hand(self.rules, facts, {self.names[side]: points for side, points in start.items()})
        except ImpossibleFacts as impossible:
            for problem in impossible.problems:
                self.add_error(self._field_of(problem), explain_problem(problem))

    def _field_of(self, problem: Problem) -> str | None:
        """Returns the field that shows a problem, or None if the problem is about nothing on the form, such as the
        number of players."""
        name = field_of(problem, self.rules, self.seating, self.cleaned_data)
        return name if name in self.fields else None

    @property
    def other_hand(self) -> HandOnPage | None:
        """Another hand with this number, recorded by somebody else while this form was being filled in."""
        return self._meanwhile[0] if self.match is not None else None

    @cached_property
    def _meanwhile(self) -> tuple[HandOnPage | None, str]:
        """That hand, and the sentence about it, or about an earlier version from this very form; "" if there is
        neither."""
        number = self.cleaned_data["number"]
        taken = self.played.hand(number)
        if self.correcting or taken is None or taken.hand.facts == self.facts.to_dict():
            return None, ""
        keys = {version.hand.entry_key for version in (*self.played.hands, *self.played.earlier)}
        score = ", ".join(f"{side.name} {side.points}" for side in taken.sides)
        who = taken.hand.entered_by or (_("the other phone") if taken.hand.device else _("somebody"))
        what = {"number": number, "who": who, "score": score}
        if self.cleaned_data["entry_key"] in keys:
            return None, _("Hand %(number)s is already recorded (%(score)s). Confirm replaces it.") % what
        sentence = _(
            "In the meantime %(who)s recorded hand %(number)s (%(score)s). If it is the same hand, Confirm "
            "keeps both versions until it is settled."
        )
        return taken, sentence % what

    def _ask_back(self, asked: str) -> None:
        """Asks about the doubts, once; `asked` is the question that came back with the answer."""
        question = "; ".join(f"{field}: {text}" for field, text in self.doubts)
        is_said = self.step == "passed_out" and len(self.doubts) == 1
        if is_said or (self.step == "confirm" and question == asked):
            return
        self.is_unanswered = True
        if self.is_saving:
            self.is_asking = True
            for field, text in self.doubts:
                self.add_error(field, text)
        self.data = {key: self.data.get(key) for key in self.data} | {"asked": question}


class WithdrawForm(forms.Form):
    """Asks for a reason if `needs_reason`: always, except for one's own last hand."""

    withdraw_reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=300, error_messages={"required": REASON_NEEDED}
    )

    def __init__(self, data: QueryDict | None = None, *, needs_reason: bool) -> None:
        super().__init__(data)
        if not needs_reason:
            del self.fields["withdraw_reason"]


def _pass_out(seating: Seating, data: QueryDict) -> QueryDict:
    """Returns the submitted form with a pass by everybody; the dealer stays as marked."""
    sent = QueryDict(mutable=True)
    for name in ABOUT_THE_HAND:
        if name in data:
            sent.setlist(name, data.getlist(name))
    for letter in letter_keys(seating.seats):
        sent[f"bid_{letter}"] = PASS
    return sent


def _is_bare(facts: HandFacts) -> bool:
    """Returns whether nothing was reported except that the suit was accepted, or who bid what."""
    unsaid = facts.high is facts.low is facts.jack is NOT_REPORTED and facts.game is None and facts.pips is None
    return unsaid and facts.dealt is None and {event.kind for event in facts.events} <= {"stand", "pass", "bid"}
