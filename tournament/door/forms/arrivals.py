"""Questions about a typed name that can mean more than one person: two people with one name, a name like that of
somebody the club knows, or "Ann & Bea" in an evening of singles.

A mention is one place where a name was typed. The questions are part of the form with the names, so that nothing typed
is lost; nobody is entered until all are answered.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from hashlib import blake2s
from typing import Any, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.door.services.entries import LONGEST_NOTE, Arrival, Namesake, tidy_name
from tournament.event.queries.namesakes import KnownPerson, NameBook
from tournament.foundation.wording import order_key
from tournament.lists.check import EACH, FIRST, FOR_ALL, FOR_ALL_SEVERAL, NEW, OUT, Box, Question
from tournament.lists.likeness import (
    AlikeNames,
    KnownName,
    is_spelt_alike,
    mixes_alphabets,
    write_in_one_alphabet,
)
from tournament.lists.partners import FAMILY, split_partners
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


def _key_of(kind: str, words: str) -> str:
    return f"{kind}-{blake2s(words.lower().encode(), digest_size=6).hexdigest()}"


class Questions:
    """The questions to ask about typed names. `asked` are all questions, in order, with any answers; `notes` are new
    notes for people whom the club knows; `repeated` are names that were typed more than once and mean one person."""

    def __init__(self, data: Mapping[str, Any] | None, book: NameBook, *, can_leave_out: bool = False) -> None:
        self.answers = {key: str(data[key]) for key in data} if data else {}
        self.shown = {*data.getlist("shown")} if isinstance(data, QueryDict) else set()
        self.book, self.can_leave_out = book, can_leave_out
        self.asked: list[Question] = []
        self.new_names = AlikeNames()
        self.notes: dict[Player, str] = {}
        self.repeated: list[str] = []

    @property
    def are_open(self) -> bool:
        return any(question.is_open for question in self.asked)

    def _ask(
        self, key: str, text: str, choices: Sequence[tuple[str, str]], *, proposed: str, about: str, for_all: str
    ) -> str:
        """Asks unless it was asked already, and returns the answer, also one for all; or what is `proposed`."""
        if self.can_leave_out:
            choices = [*choices, (OUT, _now("Nobody: leave this name out"))]
        sent = self.answers.get(key, "")
        if sent not in dict(choices):
            of_all = {FIRST: choices[0][0], EACH: choices[0][0], NEW: ANOTHER, OUT: OUT}
            sent = of_all.get(for_all, "")
        is_answered = sent in dict(choices)
        answer = sent if is_answered else proposed
        is_new = not is_answered and key not in self.shown
        if key not in [each.key for each in self.asked]:
            self.asked.append(Question(key, text, tuple(choices), answer, is_new=is_new, about=about))
        return answer

    def split(self, typed: str) -> list[str]:
        """Returns the names in a piece of a list of single players: of several people, or none of a family."""
        names = [name for piece in split_partners(typed) if (name := tidy_name(piece))]
        is_known, is_family = bool(self.book.find(typed)), FAMILY.fullmatch(typed) is not None
        if is_family and is_known or len(names) < 2 and not is_family:
            return [typed]
        shared = [] if is_family or any(map(self.book.find, names[:-1])) else share_surname(*names)
        several = {COUPLE: shared, APART: [] if is_family else names}
        choices = [(key, _say_players(each)) for key, each in several.items() if each]
        choices.append((WHOLE, _now("1 player called “%(typed)s”") % {"typed": typed}))
        for_all = self.answers.get(FOR_ALL_SEVERAL, "")
        answer = self._ask(
            _key_of("split", typed),
            _now("“%(typed)s”: who is this?") % {"typed": typed},
            choices,
            proposed=WHOLE if is_known else "" if shared or is_family else APART,
            about=typed,
            for_all="" if is_family and for_all == EACH else for_all,
        )
        return [] if answer == OUT else [typed] if answer == WHOLE else several.get(answer) or shared or names

    def leaves_out_family(self, names: Sequence[str]) -> bool:
        """Asks about a line of nobody but a family, "The Reids", and returns whether it is left out."""
        return len(names) == 1 and FAMILY.fullmatch(names[0]) is not None and not self.split(names[0])

    def resolve(self, mentions: Sequence[Mention]) -> list[Arrival | None]:
        """Returns whom each mention means, None if it is left out; a best guess while a question is open."""
        whole_names = _find_typed_notes(mentions)
        resolved: list[Arrival | None] = []
        places: dict[str, list[int]] = {}
        for mention in mentions:
            earlier = places.setdefault(mention.name.lower(), [])
            resolved.append(self._resolve_one(mention, earlier, resolved, whole_names))
            earlier.append(len(resolved) - 1)
        return resolved

    def _resolve_one(
        self,
        mention: Mention,
        earlier: list[int],
        resolved: list[Arrival | None],
        typed: dict[str, Namesake],
    ) -> Arrival | None:
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

    def _resolve_new(self, mention: Mention, resolved: Sequence[Arrival | None]) -> Arrival | None:
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
            if resolved[other.pk] is not None:
                words = _now("%(name)s, who is in your list too") % {"name": resolved[other.pk]}
                choices.append((f"{AGAIN}{other.pk}", words))
        self.new_names.add(name)
        is_mixed = mixes_alphabets(mention.name)
        if not choices and not is_mixed:
            return mention.name
        choices.append((ANOTHER, _now("Somebody new: %(name)s") % {"name": plain}))
        is_plain = len(choices) == 2 and is_spelt_alike(order_key(_name_of(choices[0])), name.filed)
        answer = self._ask(
            _key_of("alike", mention.name),
            _question_of_alike(mention.name, choices, is_mixed=is_mixed),
            choices,
            proposed=choices[0][0] if is_plain or len(choices) == 1 else "",
            about=mention.name,
            for_all=self.answers.get(FOR_ALL, ""),
        )
        if answer.startswith(AGAIN):
            self.repeated.append(mention.name)
            return resolved[int(answer.removeprefix(AGAIN))]
        if answer == OUT:
            return None
        return people[int(answer)].player if answer not in ("", ANOTHER) else plain

    def _ask_who(
        self,
        mention: Mention,
        name: str,
        note: str,
        known: Sequence[KnownPerson],
        earlier: list[int],
        resolved: list[Arrival | None],
    ) -> Arrival | None:
        before = [arrival for at in earlier if (arrival := resolved[at]) is not None]
        choices = [
            (str(one.player.pk), _label_of(one, len(known), again=one.player in before))
            for one in known
            if mention.may_repeat or one.player not in before
        ]
        if not known and mention.may_repeat:
            choices = [(SAME, str(TYPED_TWICE))]
        choices.append((ANOTHER, _now("Another %(name)s") % {"name": name}))
        key = _key_of("who", f"{mention.name}-{len(earlier)}")
        who = self._ask(
            key,
            _question_of(name, known, len(earlier)),
            choices,
            proposed=choices[0][0] if len(choices) < 3 and not note else "",
            about=mention.name,
            for_all=self.answers.get(FOR_ALL, ""),
        )
        taken = {one.player.note.lower() for one in known if one.player.note}
        taken |= {one.note.lower() for one in before if isinstance(one, Namesake)}
        own, other = self._ask_notes(key, name, who, note, taken, _label_of_other(name, known, len(before)))
        if self.asked[-1].is_open and who in (ANOTHER, ""):
            return name
        if who == ANOTHER:
            if other and known:
                self.notes[known[0].player] = other
            elif other and before:
                resolved[earlier[0]] = Namesake(str(resolved[earlier[0]]), other)
            return Namesake(name, own)
        if who == OUT:
            return None
        if who != SAME:
            meant = next(one.player for one in known if str(one.player.pk) == who)
            if not self.asked[-1].is_open and note and not meant.note:
                self.notes[meant] = note
            if meant in before:
                self.repeated.append(meant.full_name if len(known) > 1 else meant.name)
            return meant
        self.repeated.append(name)
        return before[0] if before else name

    def _ask_notes(
        self, key: str, name: str, who: str, typed: str, taken: set[str], label_of_other: str
    ) -> tuple[str, str]:
        """Adds the boxes for notes to the question just asked, with what is wrong in them; returns both notes. A new
        person needs one, and the other may get one if they have none yet."""
        question = self.asked[-1]
        own = tidy_name(self.answers.get(f"{key}-note", typed))
        other = tidy_name(self.answers.get(f"{key}-other", ""))
        wrong = wrong_other = ""
        if question.is_new:
            pass
        elif who == ANOTHER and not own:
            wrong = _now("Write a note that tells them apart: a nickname, street or number.")
        elif who == ANOTHER and own.lower() in taken:
            sentence = _now("The club already has %(name)s. Choose them above, or write a different note.")
            wrong = sentence % {"name": join_note(name, own)}
        elif who != ANOTHER and own and own != typed and who:
            wrong = _now("You wrote a note: choose “another %(name)s” above, or clear the note.") % {"name": name}
        if other and other.lower() in taken | {own.lower()}:
            wrong_other = _now("2 people with the same name need different notes.")
        too_long = _now("The note is longer than %(n)s letters.") % {"n": LONGEST_NOTE}
        wrong, wrong_other = (
            too_long if len(each) > LONGEST_NOTE else no for each, no in ((own, wrong), (other, wrong_other))
        )
        label = _now("A note that tells this %(name)s apart") % {"name": name}
        hint = _now("A nickname, street or number. It is shown only where both play.")
        boxes = [Box(f"{key}-note", label, own, hint, wrong)]
        if label_of_other:
            hint = _now("Optional, but lists read better when both have one.")
            boxes.append(Box(f"{key}-other", label_of_other, other, hint, wrong_other))
        self.asked[-1] = replace(question, boxes=tuple(boxes))
        return own, other if label_of_other else ""


def _say_players(names: Sequence[str]) -> str:
    words = ngettext("%(n)s player: %(names)s", "%(n)s players: %(names)s", len(names))
    return words % {"n": len(names), "names": join_names(names)}


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
        return _now("“%(typed)s” has letters of 2 alphabets that look alike. Who is this?") % words
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
