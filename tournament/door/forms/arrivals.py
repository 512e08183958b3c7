"""Questions about a typed name that can mean more than one person: two people with one name, a name like that of
somebody the club knows, or "Ann & Bea" in an evening of singles.

A mention is one place where a name was typed. The questions are part of the form with the names, so that nothing typed
is lost; nobody is entered until all are answered.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from hashlib import blake2s
from typing import Any, NamedTuple

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.door.forms.list_doubts import ListForm
from tournament.door.services.entries import LONGEST_NOTE, Arrival, Namesake, tidy_name
from tournament.event.queries.namesakes import KnownPerson, NameBook
from tournament.foundation.wording import order_key
from tournament.lists.likeness import (
    AlikeNames,
    KnownName,
    is_spelt_alike,
    mixes_alphabets,
    write_in_one_alphabet,
)
from tournament.lists.names import WITH
from tournament.lists.surnames import share_surname
from tournament.models import Player, join_names, join_note

WITH_NOTE = re.compile(r"(?P<name>.*\S)\s*\((?P<note>[^()]+)\)")
SAME, ANOTHER, AGAIN = "same", "another", "again-"
TYPED_TWICE = _("The same person, typed twice: add once")
APART, WHOLE, COUPLE = "apart", "whole", "couple"


class Mention(NamedTuple):
    """One typed name. `may_be_here` is set if the person may well be here already. `may_repeat` is unset if it cannot
    be the person of an earlier mention, as in another pair."""

    name: str
    may_be_here: bool = False
    may_repeat: bool = True


class SplitForm(forms.Form):
    """Asks whether a name with "&" in it means several players."""

    split = forms.ChoiceField(widget=forms.RadioSelect, error_messages={"required": _("Choose one.")})

    def __init__(
        self, data: Mapping[str, Any] | None, *, typed: str, names: Sequence[str], couple: Sequence[str], is_known: bool
    ) -> None:
        """`couple` are the names of two who share a surname, as in "Tom & Sue Clarke"."""
        prefix = _prefix_of("split", typed)
        answered = data is not None and f"{prefix}-split" in data
        super().__init__(data if answered else None, prefix=prefix, initial={"split": WHOLE if is_known else APART})
        split = self.fields["split"]
        assert isinstance(split, forms.ChoiceField)
        words = {"typed": typed, "n": len(names), "names": join_names(names)}
        split.label = _now("“%(typed)s”: who is this?") % words
        split.choices = [
            (APART, ngettext("%(n)s player: %(names)s", "%(n)s players: %(names)s", len(names)) % words),
            (WHOLE, _now("1 player called “%(typed)s”") % words),
        ]
        if couple:
            words = {"n": len(couple), "names": join_names(couple)}
            several = ngettext("%(n)s player: %(names)s", "%(n)s players: %(names)s", len(couple)) % words
            split.choices = [(COUPLE, several), *split.choices]
            self.initial["split"] = WHOLE if is_known else ""


class WhoForm(forms.Form):
    """Asks which person a name means. A new person needs a note, and the `other` may get one if they have none yet."""

    who = forms.ChoiceField(widget=forms.RadioSelect, error_messages={"required": _("Choose one.")})
    note = forms.CharField(max_length=LONGEST_NOTE, required=False, widget=forms.TextInput({"autocomplete": "off"}))
    other_note = forms.CharField(
        max_length=LONGEST_NOTE, required=False, widget=forms.TextInput({"autocomplete": "off"})
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        mention: str,
        name: str,
        question: str,
        choices: list[tuple[str, str]],
        taken: set[str],
        note: str = "",
        other: str = "",
    ) -> None:
        prefix = _prefix_of("who", mention)
        answered = data is not None and f"{prefix}-note" in data
        only = choices[0][0] if len(choices) < 3 and not note else ""
        super().__init__(data if answered else None, prefix=prefix, initial={"who": only, "note": note})
        self.name, self.taken, self.typed_note = name, taken, note
        who = self.fields["who"]
        assert isinstance(who, forms.ChoiceField)
        who.label, who.choices = question, choices
        if len(choices) == 1:
            who.help_text = _("If it is the same person, remove one of the 2 lines from your list.")
        self.fields["note"].label = _now("A note that tells this %(name)s apart") % {"name": name}
        self.fields["note"].help_text = _now("A nickname, street or number. It is shown only where both play.")
        self.fields["other_note"].label = other
        self.fields["other_note"].help_text = _now("Optional, but lists read better when both have one.")
        if not other:
            del self.fields["other_note"]

    def clean_note(self) -> str:
        note = tidy_name(self.cleaned_data["note"])
        if self.cleaned_data.get("who") == ANOTHER:
            if not note:
                raise forms.ValidationError(_("Write a note that tells them apart: a nickname, street or number."))
            if note.lower() in self.taken:
                sentence = _now("The club already has %(name)s. Choose them above, or write a different note.")
                raise forms.ValidationError(sentence % {"name": join_note(self.name, note)})
        elif note and note != self.typed_note and "who" in self.cleaned_data:
            sentence = _now("You wrote a note: choose “another %(name)s” above, or clear the note.")
            raise forms.ValidationError(sentence % {"name": self.name})
        return note

    def clean_other_note(self) -> str:
        note = tidy_name(self.cleaned_data["other_note"])
        if note and note.lower() in self.taken | {str(self.cleaned_data.get("note", "")).lower()}:
            raise forms.ValidationError(_("2 people with the same name need different notes."))
        return note


class AlikeForm(forms.Form):
    """Asks whether a new name is that of somebody with a name like it."""

    who = forms.ChoiceField(widget=forms.RadioSelect, error_messages={"required": _("Choose one.")})
    asked = forms.CharField(widget=forms.HiddenInput, initial="yes", required=False)

    def __init__(
        self, data: Mapping[str, Any] | None, *, typed: str, question: str, choices: list[tuple[str, str]], best: str
    ) -> None:
        prefix = _prefix_of("alike", typed)
        answered = data is not None and f"{prefix}-asked" in data
        super().__init__(data if answered else None, prefix=prefix, initial={"who": best, "asked": "yes"})
        who = self.fields["who"]
        assert isinstance(who, forms.ChoiceField)
        who.label, who.choices = question, choices

    @property
    def answer(self) -> str:
        return str(self.cleaned_data["who"] if self.is_valid() else self.initial["who"])


def _prefix_of(kind: str, words: str) -> str:
    return f"{kind}-{blake2s(words.lower().encode(), digest_size=6).hexdigest()}"


class Questions:
    """The questions to ask about typed names. `forms` are all questions, in order, with any answers; `notes` are new
    notes for people whom the club knows; `repeated` are names that were typed more than once and mean one person."""

    def __init__(self, data: Mapping[str, Any] | None, book: NameBook) -> None:
        self.data, self.book = data, book
        self.forms: list[ListForm | SplitForm | WhoForm | AlikeForm] = []
        self.new_names = AlikeNames()
        self.notes: dict[Player, str] = {}
        self.repeated: list[str] = []

    @property
    def are_open(self) -> bool:
        return not all(form.is_valid() for form in self.forms)

    def split(self, typed: str) -> list[str]:
        """Returns the names in a piece of a list of single players."""
        names = [name for piece in re.split(WITH, typed) if (name := tidy_name(piece))]
        if len(names) < 2:
            return [typed]
        whole = share_surname(names[0], names[1]) if len(names) == 2 else ""
        couple = [whole, names[1]] if whole and not self.book.find(names[0]) else []
        form = SplitForm(self.data, typed=typed, names=names, couple=couple, is_known=bool(self.book.find(typed)))
        if form.prefix not in [asked.prefix for asked in self.forms]:
            self.forms.append(form)
        answer = form.cleaned_data["split"] if form.is_valid() else form.initial["split"]
        return [typed] if answer == WHOLE else couple if answer == COUPLE else names

    def resolve(self, mentions: Sequence[Mention]) -> list[Arrival]:
        """Returns whom each mention means; a best guess while a question is open."""
        whole_names = _find_typed_notes(mentions)
        resolved: list[Arrival] = []
        places: dict[str, list[int]] = {}
        for mention in mentions:
            earlier = places.setdefault(mention.name.lower(), [])
            resolved.append(self._resolve_one(mention, earlier, resolved, whole_names))
            earlier.append(len(resolved) - 1)
        return resolved

    def _resolve_one(
        self, mention: Mention, earlier: list[int], resolved: list[Arrival], typed: dict[str, Namesake]
    ) -> Arrival:
        name, note, known = mention.name, "", self.book.find(mention.name)
        if not known and (read := WITH_NOTE.fullmatch(name)) and (known := self.book.find(read["name"])):
            name, note = known[0].player.name, read["note"]
        elif not known and name.lower() in typed:
            return typed[name.lower()]
        if not known and not earlier:
            return self._resolve_new(mention, resolved)
        is_named = bool(known) and known[0].player.name.lower() != name.lower()
        may_be_here = is_named or mention.may_be_here
        if not earlier and not note and len(known) == 1 and (may_be_here or not known[0].is_here):
            return known[0].player
        name = known[0].player.name if known else name
        return self._ask_who(mention, name, note, known, earlier, resolved)

    def _resolve_new(self, mention: Mention, resolved: list[Arrival]) -> Arrival:
        """Returns whom a name means that nobody has as it is written. Asks if somebody has a name like it, here, in the
        club or earlier in the list, and if it has letters of two alphabets."""
        plain = write_in_one_alphabet(mention.name)
        people = {one.player.pk: one for one in (*self.book.find(plain), *self.book.find_alike(plain))}
        choices = [
            (str(pk), _label_of(one, 2, again=False))
            for pk, one in people.items()
            if mention.may_repeat or one.player not in resolved
        ]
        name = KnownName(len(resolved), order_key(plain))
        for other in self.new_names.find(name) if mention.may_repeat else ():
            words = _now("%(name)s, who is in your list too") % {"name": resolved[other.pk]}
            choices.append((f"{AGAIN}{other.pk}", words))
        self.new_names.add(name)
        is_mixed = mixes_alphabets(mention.name)
        if not choices and not is_mixed:
            return mention.name
        choices.append((ANOTHER, _now("Somebody new: %(name)s") % {"name": plain}))
        is_plain = len(choices) == 2 and is_spelt_alike(order_key(_name_of(choices[0])), name.filed)
        form = AlikeForm(
            self.data,
            typed=mention.name,
            question=_question_of_alike(mention.name, choices, is_mixed=is_mixed),
            choices=choices,
            best=choices[0][0] if is_plain or len(choices) == 1 else "",
        )
        self.forms.append(form)
        if form.answer.startswith(AGAIN):
            self.repeated.append(mention.name)
            return resolved[int(form.answer.removeprefix(AGAIN))]
        return people[int(form.answer)].player if form.answer not in ("", ANOTHER) else plain

    def _ask_who(
        self,
        mention: Mention,
        name: str,
        note: str,
        known: Sequence[KnownPerson],
        earlier: list[int],
        resolved: list[Arrival],
    ) -> Arrival:
        before = [resolved[at] for at in earlier]
        choices = [
            (str(one.player.pk), _label_of(one, len(known), again=one.player in before))
            for one in known
            if mention.may_repeat or one.player not in before
        ]
        if not known and mention.may_repeat:
            choices = [(SAME, str(TYPED_TWICE))]
        choices.append((ANOTHER, _now("Another %(name)s") % {"name": name}))
        form = WhoForm(
            self.data,
            mention=f"{mention.name}-{len(earlier)}",
            name=name,
            question=_question_of(name, known, len(earlier)),
            choices=choices,
            taken={one.player.note.lower() for one in known if one.player.note}
            | {one.note.lower() for one in before if isinstance(one, Namesake)},
            note=note,
            other=_label_of_other(name, known, len(before)),
        )
        self.forms.append(form)
        who = form.cleaned_data["who"] if form.is_valid() else form.initial["who"]
        if who == ANOTHER:
            return self._new_namesake(form, name, known, earlier, resolved)
        if who != SAME and who:
            meant = next(one.player for one in known if str(one.player.pk) == who)
            if form.is_valid() and note and not meant.note:
                self.notes[meant] = note
            if meant in before:
                self.repeated.append(meant.full_name if len(known) > 1 else meant.name)
            return meant
        if who == SAME:
            self.repeated.append(name)
        return before[0] if before else name

    def _new_namesake(
        self, form: WhoForm, name: str, known: Sequence[KnownPerson], earlier: list[int], resolved: list[Arrival]
    ) -> Arrival:
        if not form.is_valid():
            return name
        if other := form.cleaned_data.get("other_note"):
            if known:
                self.notes[known[0].player] = other
            else:
                resolved[earlier[0]] = Namesake(str(resolved[earlier[0]]), other)
        return Namesake(name, form.cleaned_data["note"])


def _find_typed_notes(mentions: Iterable[Mention]) -> dict[str, Namesake]:
    """Returns names with a note in brackets, if somebody else in the list has the plain name."""
    with_notes = {mention.name.lower(): read for mention in mentions if (read := WITH_NOTE.fullmatch(mention.name))}
    plain = [mention.name.lower() for mention in mentions if mention.name.lower() not in with_notes]
    plain += [read["name"].lower() for read in with_notes.values()]
    return {
        typed: Namesake(read["name"], read["note"])
        for typed, read in with_notes.items()
        if plain.count(read["name"].lower()) > 1
    }


def _name_of(choice: tuple[str, str]) -> str:
    """Returns the name at the beginning of a choice's label."""
    return choice[1].partition(",")[0]


def _question_of_alike(typed: str, choices: Sequence[tuple[str, str]], *, is_mixed: bool) -> str:
    words = {"typed": typed, "known": _name_of(choices[0])}
    if is_mixed:
        return _now("“%(typed)s” has letters of 2 alphabets that look alike. Who is it?") % words
    if len(choices) > 2:
        return _now("Nobody is called exactly “%(typed)s”. Is this one of these people?") % words
    return _now("Nobody is called exactly “%(typed)s”. Is this %(known)s?") % words


def _question_of(name: str, known: Sequence[KnownPerson], earlier: int) -> str:
    words = {"name": name, "n": earlier + 1}
    if earlier and len(known) > 1:
        return _now("%(name)s, number %(n)s in your list: which one is this?") % words
    if earlier:
        return _now("%(name)s is in your list more than once. Are they 2 people?") % words
    if len(known) > 1:
        return _now("Which %(name)s is this?") % words
    if known[0].is_here:
        return _now("%(name)s is already here. Is this another %(name)s?") % words
    return _now("The club already has a %(name)s. Is this another %(name)s?") % words


def _label_of(one: KnownPerson, among: int, *, again: bool) -> str:
    words = {"name": one.player.full_name if among > 1 else one.player.name}
    if again and among == 1:
        return str(TYPED_TWICE)
    if one.is_here:
        return (_now("%(name)s, who is already here") if among > 1 else _now("The same %(name)s")) % words
    if one.entry is not None and one.entry.left_at:
        return _now("%(name)s, who left early") % words
    if one.entry is not None:
        return _now("%(name)s, who is on tonight’s list") % words
    return _now("%(name)s, on the club’s list") % words


def _label_of_other(name: str, known: Sequence[KnownPerson], before: int) -> str:
    """Returns the label of the box for the other person's note; "" if they have a note, or there are several others."""
    if len(known) + (before if not known else 0) != 1 or (known and known[0].player.note):
        return ""
    if known and known[0].is_here:
        return _now("A note for the %(name)s who is already here") % {"name": name}
    return _now("A note for the other %(name)s") % {"name": name}
