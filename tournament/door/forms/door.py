"""Forms of the door: names typed or pasted, pairs and teams, a corrected name, wishes for the draw, a substitute."""

from collections import Counter
from collections.abc import Mapping

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.door.forms.arrivals import Mention, Questions
from tournament.door.forms.list_doubts import ListQuestions
from tournament.door.forms.list_rows import show_names
from tournament.door.line_up_remarks import Remarks
from tournament.door.services.arriving import OF_DOOR, ArrivalMarks
from tournament.door.services.entries import LONGEST_NAME, LONGEST_NOTE, Arrival, tidy_name
from tournament.door.services.teams import Party, team_named
from tournament.event.queries.competitors import PAIR, players_needed
from tournament.event.queries.entry_rows import EntryRow
from tournament.event.queries.namesakes import name_book_of
from tournament.hands.queries.hands import MatchInHands
from tournament.lists.check import ListCheck, correct_lines
from tournament.lists.name_list import Shape, WrittenName, WrittenParty
from tournament.models import Enters, Entry, Event

HIGHEST_TABLE = 999
SOME_PAIRS = ("Ann & Bea", "Cy & Dan", "Eve & Fay", "Gus & Hal", "Ida & Jo", "Kit & Lee")
SOME_SINGLES = ("Max", "Nan", "Oz", "Pat")
"""Of a team, to show how one is written."""


class NameForm(forms.Form):
    """Corrects a name, and the note that distinguishes people with the same name."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words", "autofocus": True}),
        help_text=_("The new spelling appears on every page and document of every evening."),
        error_messages={"required": _("Type a name first.")},
    )
    note = forms.CharField(
        label=_("Note"),
        max_length=LONGEST_NOTE,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("A nickname, street or number. It is shown only where another player has the same name."),
    )

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Type a name first."), code="required")
        return name


class NamesForm(forms.Form):
    """Names for an evening of singles. Each valid name becomes a party of one."""

    names = forms.CharField(
        label=_("Names"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "autocapitalize": "words"}),
        help_text=_("One per line, or separated by commas. You can paste a list."),
        error_messages={"required": _("Type a name first.")},
    )

    def __init__(self, data: QueryDict | None = None, *, event: Event) -> None:
        """Corrections of single lines become part of what was typed."""
        if data is not None:
            data = data.copy()
            data["names"] = correct_lines(data.get("names", ""), data)
        super().__init__(data)
        self.event = event
        self.is_checking = data is not None and ("edit" in data or data.get("step") == "check")
        self.questions: Questions | None = None
        self.of_list: ListQuestions | None = None
        self.written: dict[str, WrittenName] = {}
        self.marks: list[ArrivalMarks] = []
        self.remarks = Remarks()
        self.check: ListCheck | None = None

    def clean_names(self) -> list[Party]:
        names = [tidy_name(person.name) for party in self._read_parties() for person in party.people]
        for name in names:
            if len(name) > LONGEST_NAME:
                sentence = _now("“%(start)s…” is too long for one name. Put a comma or a new line between names.")
                raise forms.ValidationError(sentence % {"start": name[:30]}, code="too_long")
        questions = self._begin_questions()
        return [Party((name,)) for typed in names if typed for name in questions.split(typed)]

    def _read_parties(self) -> list[WrittenParty]:
        """Reads the list, and asks what is in doubt about it. Raises ValidationError if it has no name."""
        questions = self._begin_questions()
        self.of_list = ListQuestions(
            self.cleaned_data["names"],
            Shape(self.event.enters),
            questions.answers,
            remembered=self.event.club.list_headings.get(OF_DOOR, {}),
            has_price=self.event.price is not None,
            is_known=lambda name: bool(questions.book.find(tidy_name(name))),
        )
        questions.asked += [*self.of_list.columns, *self.of_list.asked]
        listed = self.of_list.listed
        parties = [each for each in listed.parties if each.team or any(tidy_name(one.name) for one in each.people)]
        if not parties and not questions.asked:
            raise forms.ValidationError(_("Type a name first."), code="required")
        self.written = {tidy_name(person.name).lower(): person for party in parties for person in party.people}
        return parties

    def clean(self) -> None:
        """Turns every name into the person it means, once all questions are answered."""
        if "names" not in self.cleaned_data:
            return
        questions = self._begin_questions()
        parties: list[Party] = self.cleaned_data["names"]
        mentions = [mention for party in parties for mention in self._mentions_of(party)]
        resolved = questions.resolve(mentions)
        self.marks = [
            ArrivalMarks(arrival, written.is_paid, written.is_reserve, written.phone, written.email)
            for mention, arrival in zip(mentions, resolved, strict=True)
            if arrival is not None and (written := self.written.get(mention.name.lower()))
        ]
        arrivals = iter(resolved)
        come = [(party, [each for _typed in party.people if (each := next(arrivals)) is not None]) for party in parties]
        meant = [Party(tuple(people), party.name) for party, people in come if people or not party.people]
        self.cleaned_data["names"] = meant
        if questions.asked or self.is_checking:
            whom = {mention.name.lower(): arrival for mention, arrival in zip(mentions, resolved, strict=True)}
            self.check = self._show(questions, whom)
        if self.check and (questions.are_open or self.is_checking):
            raise forms.ValidationError(self.check.refusal, code="asked")
        if not meant:
            self.add_error("names", forms.ValidationError(_("Type a name first."), code="required"))
        self._check_people(meant)

    def _show(self, questions: Questions, whom: Mapping[str, Arrival | None]) -> ListCheck:
        assert self.of_list
        split = questions.split if self.event.enters == Enters.PLAYERS else lambda name: [name]
        return show_names(
            self.data["names"],
            self.of_list.listed,
            whom,
            questions.asked,
            split=split,
            answers=questions.answers,
        )

    def _begin_questions(self) -> Questions:
        self.questions = self.questions or Questions(self.data, name_book_of(self.event), can_leave_out=True)
        return self.questions

    def _mentions_of(self, party: Party) -> list[Mention]:
        """Returns the mentions of a party. A table of tonight's people names many who are here."""
        is_table = self.of_list is not None and self.of_list.listed.is_table
        return [Mention(str(name), may_be_here=is_table) for name in party.people]

    def _check_people(self, parties: list[Party]) -> None:
        """Adds an error if the people of these parties cannot be entered together."""


class PartiesForm(NamesForm):
    """Names for pairs or teams: each pair or team on a line of its own. A name alone is a player without a partner."""

    def __init__(self, data: QueryDict | None = None, *, event: Event) -> None:
        super().__init__(data, event=event)
        self.fields["names"].help_text = (
            _("One pair per line: Ann & Bea. Put a player without a partner on a line of their own.")
            if event.enters == Enters.PAIRS
            else _("One team per line: The Jokers: %(pairs)s.")
            % {"pairs": ", ".join([*SOME_PAIRS[: event.pairs_a_team], *SOME_SINGLES[: event.singles_a_team]])}
        )

    def clean_names(self) -> list[Party]:
        parties, wrong = [], []
        for written in self._read_parties():
            names = [name for person in written.people if (name := tidy_name(person.name))]
            if self._begin_questions().leaves_out_family(names):
                continue
            party = Party(tuple(names), tidy_name(written.team))
            parties.append(party)
            wrong += self._find_faults(written.text, party)
        if wrong:
            raise forms.ValidationError(wrong)
        return parties

    def _find_faults(self, line: str, party: Party) -> list[str]:
        words = {"line": tidy_name(line)[:60], "n": len(party.people), "wanted": players_needed(self.event)}
        if any(len(str(name)) > LONGEST_NAME for name in (*party.people, party.name)):
            return [_now("“%(line)s…” is too long for a name. Put “&” between partners.") % words]
        if party.is_alone:
            return []
        if self.event.enters == Enters.PAIRS and len(party.people) != PAIR:
            return [_now("“%(line)s”: a pair has 2 players. Write Ann & Bea, one pair per line.") % words]
        if len(party.people) < players_needed(self.event) and team_named(self.event, party.name) is None:
            return [_now("“%(line)s”: a team needs at least %(wanted)s players, and this line has %(n)s.") % words]
        return []

    def _mentions_of(self, party: Party) -> list[Mention]:
        """Returns the mentions of a party. Those who already play together may all be here; nobody plays for two
        pairs."""
        assert self.questions
        known_names = [self.questions.book.find(str(name)) for name in party.people]
        teams = [one.entry.team_id for known in known_names for one in known if one.entry and one.entry.team_id]
        is_table = self.of_list is not None and self.of_list.listed.is_table
        is_known = is_table or (len(teams) >= PAIR and len(set(teams)) == 1)
        return [Mention(str(name), may_be_here=is_known, may_repeat=party.is_alone) for name in party.people]

    def _check_people(self, parties: list[Party]) -> None:
        counted = Counter(person for party in parties if not party.is_alone for person in set(party.people))
        sentence = _now("%(name)s is on 2 lines. Remove one of them.")
        wrong = [sentence % {"name": person} for person, times in counted.items() if times > 1]
        if wrong:
            self.add_error("names", wrong)


class TogetherForm(forms.Form):
    """Players without a partner who are ticked to play together; a team of them may have a name."""

    name = forms.CharField(label=_("Team name"), max_length=LONGEST_NAME, required=False)

    def __init__(self, data: QueryDict | None = None, *, event: Event, alone: list[EntryRow]) -> None:
        super().__init__(data)
        self.remarks = Remarks()
        self.wanted, self.is_pair = players_needed(event), event.enters == Enters.PAIRS
        by_id = {str(entry.pk): entry for entry in alone}
        self.fields["together"] = forms.TypedMultipleChoiceField(
            choices=[(pk, entry.name) for pk, entry in by_id.items()],
            coerce=by_id.__getitem__,
            error_messages={
                "required": _("Tick the players who play together."),
                "invalid_choice": _("One of them already has a partner. Check the list again."),
            },
        )

    def clean_together(self) -> list[EntryRow]:
        ticked: list[EntryRow] = self.cleaned_data["together"]
        words = {"n": len(ticked), "wanted": self.wanted}
        if self.is_pair and len(ticked) != PAIR:
            raise forms.ValidationError(_now("%(n)s ticked. Tick 2 who play together.") % words)
        if len(ticked) < self.wanted:
            raise forms.ValidationError(_now("%(n)s ticked. A team needs at least %(wanted)s players.") % words)
        return ticked


class WishesForm(forms.Form):
    """What draws have to respect about somebody. Those already kept apart are ticked, and one more can be picked."""

    stays_at = forms.IntegerField(
        label=_("Cannot move from table"),
        required=False,
        min_value=1,
        max_value=HIGHEST_TABLE,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "number", "autocomplete": "off"}),
        help_text=_("Leave empty if they can move. Every draw then seats the others around this table."),
        error_messages={
            "invalid": _("Enter a table number, such as 4, or leave it empty."),
            "min_value": _("Enter a table number, such as 4, or leave it empty."),
            "max_value": _("There is no table with that number."),
        },
    )
    comes_from = forms.CharField(
        label=_("Club or society"),
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "clubs"}),
        help_text=_("Players from the same club are kept apart in the first round."),
    )

    helps_out = forms.BooleanField(
        label=_("Takes turns with a guest if needed"),
        required=False,
        help_text=_("They sit out a round or two, and a guest without a partner plays in their place."),
    )

    def __init__(
        self, data: QueryDict | None = None, *, entry: Entry, apart: list[Entry], others: list[Entry], moves: bool
    ) -> None:
        """`others` are those who may be kept apart too. `moves` is whether to ask for a table; teams do not move."""
        super().__init__(
            data,
            initial={
                "stays_at": entry.stays_at,
                "comes_from": entry.comes_from,
                "helps_out": entry.helps_out,
                "apart": [str(each.pk) for each in apart],
            },
        )
        by_id = {str(each.pk): each for each in (*apart, *others)}
        if not moves:
            del self.fields["stays_at"]
        if entry.event.enters != Enters.PAIRS:
            del self.fields["helps_out"]
        if apart:
            self.fields["apart"] = forms.TypedMultipleChoiceField(
                label=_("Kept apart from"),
                required=False,
                choices=[(str(each.pk), each.name) for each in apart],
                coerce=by_id.__getitem__,
                widget=forms.CheckboxSelectMultiple,
            )
        self.fields["also"] = forms.TypedChoiceField(
            label=_("Keep apart from one more") if apart else _("Keep apart from"),
            required=False,
            choices=[("", _("nobody else") if apart else _("nobody")), *((str(one.pk), one.name) for one in others)],
            coerce=by_id.__getitem__,
            empty_value=None,
            help_text=_("They do not meet unless there is no other way."),
        )

    @property
    def entries_apart(self) -> list[Entry]:
        also = self.cleaned_data.get("also")
        return [*self.cleaned_data.get("apart", []), *([also] if also else [])]


class InsteadForm(forms.Form):
    """The substitute who plays in somebody's place from now on."""

    instead = forms.CharField(
        label=_("Substitute"),
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words", "list": "players"}),
        help_text=_(
            "From the next match that has not started. A match counts for the player who sat there when its round "
            "started."
        ),
        error_messages={"required": _("Type a name first.")},
    )

    def __init__(self, data: QueryDict | None = None, *, entry: Entry, in_play: MatchInHands | None = None) -> None:
        """`entry` is to be replaced; `in_play` is the match that they are in the middle of, if any."""
        super().__init__(data)
        self.entry = entry
        self.remarks = Remarks()
        self.questions: Questions | None = None
        if in_play is None:
            return
        next_hand = in_play.next_number
        self.fields["instead"].help_text = _now(
            "The match at table %(table)s has started, so it counts for %(name)s, even if somebody else finishes it. "
            "The substitute plays from the next match on."
        ) % {"name": entry.name, "table": in_play.match.table.number}
        self.fields["from_hand"] = forms.IntegerField(
            label=_("Or from which hand of this match?"),
            required=False,
            initial=next_hand if next_hand > 1 else None,
            min_value=1,
            max_value=next_hand + 9,
            widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "number", "autocomplete": "off"}),
            help_text=_("Each hand then counts for the player who played it. Leave empty where slips are used."),
            error_messages=dict.fromkeys(
                ("invalid", "min_value", "max_value"),
                _now("Enter the number of a hand, such as %(n)s.") % {"n": next_hand},
            ),
        )

    def clean_instead(self) -> Arrival:
        """Returns the person that the name means. If somebody of that name already plays for others tonight, asks
        whether this is another person."""
        name = tidy_name(self.cleaned_data["instead"])
        if not name:
            raise forms.ValidationError(_("Type a name first."), code="required")
        self.questions = Questions(self.data, name_book_of(self.entry.event))
        known = self.questions.book.find(name)
        own_team = (None, self.entry.team_id)
        busy = [
            one
            for one in known
            if one.is_here and one.entry and (one.entry == self.entry or one.entry.team_id not in own_team)
        ]
        (meant,) = self.questions.resolve([Mention(name, may_be_here=not busy)])
        if meant is not None and not self.questions.are_open:
            return meant
        if len(known) != 1:
            raise forms.ValidationError(_("Choose below who you mean."), code="asked")
        raise forms.ValidationError(
            _now("%(name)s already plays for somebody else tonight.") % {"name": known[0].player.name}, code="asked"
        )
