"""What is asked about a pasted list before anybody is added, once for all lines of a kind."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from hashlib import blake2s
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop, ngettext

from tournament.lists.check import NO, YES, Question, ask_headings, heading_key, read_headings
from tournament.lists.headings import heading_words
from tournament.lists.name_list import Doubt, NameList, Shape
from tournament.lists.names import read_names

MOST_LISTED = 12
LABELS = {
    "name": gettext_noop("Name"),
    "first": gettext_noop("First name"),
    "last": gettext_noop("Surname"),
    "player": gettext_noop("Player or partner"),
    "team": gettext_noop("Pair or team"),
    "paid": gettext_noop("Paid: yes or no"),
    "here": gettext_noop("Here: yes or no"),
    "phone": gettext_noop("Telephone"),
    "email": gettext_noop("E-mail"),
}
QUESTIONS: Mapping[Doubt, tuple[Any, Any, Any]] = {
    Doubt.SURNAME_FIRST: (
        _("The surname seems to come first. Are these the names?"),
        _("Yes, these are the names"),
        _("No, use the names as I typed them"),
    ),
    Doubt.NO_NAME: (_("These lines do not look like names:"), _("Leave them out"), _("They are names: add them")),
    Doubt.ABSENT: (_("These seem not to be coming:"), _("Leave them out"), _("Add them as players")),
    Doubt.COUPLE: (
        _("Do they have the same surname?"),
        _("Yes, add them with these names"),
        _("No, use the names as I typed them"),
    ),
    Doubt.GUEST: (
        _("These bring somebody whose name is not in the list:"),
        _("Add a guest for each; you can correct the name later"),
        _("Add only the players who are named"),
    ),
    Doubt.NO_PARTNER: (
        _("These pairs lack a partner:"),
        _("Add the player without a partner"),
        _("Leave these lines out"),
    ),
    Doubt.PAID: (_("These are marked as paid:"), _("Mark them as paid tonight"), _("Take their money at the door")),
    Doubt.RESERVE: (
        _("These are marked as reserves or as not here:"),
        _("Put them on the list, but not as here"),
        _("They are here and play"),
    ),
    Doubt.CONTACT: (
        _("The list has telephone numbers or e-mail addresses:"),
        _("Save them for the desk, where none is saved yet"),
        _("Leave them out"),
    ),
}
"""Each question, and what its two answers say."""


class ListQuestions:
    """Reads a list by the answers that were given. `listed` is what was read, `asked` what is asked about its lines,
    `columns` what its headings are; `headings` are what these mean, now or before, and `said` the same if anything was
    said now."""

    def __init__(
        self,
        text: str,
        shape: Shape,
        answers: Mapping[str, str],
        *,
        remembered: Mapping[str, str],
        has_price: bool,
        is_known: Callable[[str], bool],
    ) -> None:
        """Without a price nobody is asked who has paid."""
        self.answers, self.has_price = answers, has_price
        doubts: dict[Doubt, bool] = {} if has_price else {Doubt.PAID: False}
        read = partial(read_names, text, shape, answers=doubts, is_known=is_known)
        listed = read(by_hand=remembered)
        self.columns = self._ask_headings(listed, remembered)
        said = read_headings(listed.headings, tuple(LABELS), answers)
        self.headings = {**remembered, **said}
        self.said = self.headings if said else None
        if said:
            listed = read(by_hand=self.headings)
        self.asked, found = self._ask_lines(listed)
        doubts |= {doubt: answer == YES for doubt, answer in found.items()}
        if not all(doubts.values()):
            listed = read(by_hand=self.headings)
            self.asked, _found = self._ask_lines(listed)
        self.listed = listed

    def _ask_headings(self, listed: NameList, remembered: Mapping[str, str]) -> list[Question]:
        """Asks what headings mean that are unknown or guessed, and shows what is remembered of others."""
        doubted = {*listed.unknown, *listed.guessed}
        headings = [each for each in listed.headings if each in doubted or heading_words(each) in remembered]
        by_hand = {**remembered, **read_headings(headings, tuple(LABELS), self.answers)}
        return [
            replace(each, is_new=each.key not in self.answers and each.key in map(heading_key, doubted))
            for each in ask_headings(headings, LABELS, by_hand, listed.guessed)
        ]

    def _ask_lines(self, listed: NameList) -> tuple[list[Question], dict[Doubt, str]]:
        asked, found = [], {}
        for doubt in Doubt:
            lines = listed.doubts.get(doubt, ())
            if not lines or doubt == Doubt.PAID and not self.has_price:
                continue
            words, yes, no = QUESTIONS[doubt]
            shown, more = "; ".join(lines[:MOST_LISTED]), len(lines) - MOST_LISTED
            if more > 0:
                shown += ngettext(" and %(n)s more", " and %(n)s more", more) % {"n": more}
            words_asked = "\n".join([doubt, *lines]).encode()
            key = f"list-{blake2s(words_asked, digest_size=6).hexdigest()}"
            answer = self.answers.get(key, "")
            found[doubt] = answer if answer in (YES, NO) else YES
            choices = ((YES, str(yes)), (NO, str(no)))
            asked.append(Question(key, f"{words} {shown}", choices, found[doubt], is_new=answer not in (YES, NO)))
        return asked, found
