"""A match at a table, played at random on its phones while connections come and go, and compared with the chalk."""

from dataclasses import dataclass, field, replace
from random import Random
from time import monotonic
from typing import Any
from uuid import uuid4

from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page

from scoring import HandFacts, RuleSet
from tests.journeys.chalk import Chalk, hands_of
from tests.journeys.tables import TablePhone
from tests.running import PATIENCE
from tournament.hands.services.hands import correct_hand
from tournament.matches.queries.matches import seating_of, with_sides
from tournament.models import Account, Event, Hand, Match, State, TableCode
from tournament.rules.queries.rules import rules_of

PHONE = {"width": 360, "height": 740}
UNAWARE = 8
"""Seconds within which a phone sends its stored hands if the hall answers; until then its score may differ."""


def seated(browser: Browser, hall: str, event: Event, chance: Random, *, round: int = 1) -> list["Played"]:
    """Returns every match of the round with its phones: one for the whole table, or one for each of two sides."""
    codes = dict(TableCode.objects.filter(event=event, revoked_at=None).values_list("table_number", "code"))
    matches = Match.objects.filter(table__stage__event=event, round__number=round).order_by("table__number", "pk")
    found = []
    for match in with_sides(matches.select_related("table__stage__event", "round")):
        address = hall + reverse("table", args=[codes[match.table.number]])
        phones = []
        for side in chance.choice([(0,), (1, 2)]):
            context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
            phones.append(TablePhone(context, address, match.pk, side))
        chalk = Chalk(rules_of(event), seating_of(match), (event.length_kind, event.length_number))
        found.append(Played(match, phones, chalk, chance))
    return found


@dataclass
class Played:
    """A match, its phones, and what its table has played. `said` lists everything that was wrong."""

    match: Match
    phones: list[TablePhone]
    chalk: Chalk
    chance: Random
    queue: list[HandFacts] = field(default_factory=list)
    rivals: dict[int, HandFacts] = field(default_factory=dict)
    unaware: set[TablePhone] = field(default_factory=set)
    posted: int = 0
    cuts: int = 0
    said: list[str] = field(default_factory=list)

    @property
    def rules(self) -> RuleSet:
        return self.chalk.rules

    @property
    def number(self) -> int:
        """The number of the next hand."""
        return max(self.chalk.written, default=0) + 1

    @property
    def is_over(self) -> bool:
        return self.chalk.count().is_over

    def next_hand(self) -> HandFacts:
        self.queue = self.queue or hands_of(self.rules, self.chalk.seating, self.chance)
        return self.queue.pop(0)

    def step(self, *, is_served: bool = True, calm: bool = False) -> None:
        """Plays one hand, and whatever comes between two hands. Nobody loads a page while the hall is not served."""
        if calm:
            self._one(self.chance.choice(self.phones), self.next_hand())
            return
        self._disturb(is_served)
        if self.is_over:
            return
        writers = [phone for phone in self.phones if phone.waiting] or self.phones
        phone = self.chance.choice(writers)
        is_there = phone.is_online and is_served
        if not is_there and phone.number != self.number:
            return
        other = next((other for other in self.phones if other is not phone and other.is_online), None)
        kind = self.chance.random()
        if is_there and other and not other.waiting and kind < 0.15:
            self._twice(phone, other, same=kind < 0.05)
            return
        self._one(phone, self.next_hand(), double=0.15 < kind < 0.25)
        if is_there:
            self._afterwards(phone, other)

    def _one(self, phone: TablePhone, facts: HandFacts, *, double: bool = False) -> None:
        phone.stands_at(self.number)
        phone.record(self.rules, facts, double=double)
        self.chalk.write(self.number, facts)
        self.posted += 1
        self._look(phone)

    def _look(self, phone: TablePhone) -> None:
        """Compares the score on the phone, including hands that wait in it, with the chalk. A phone cannot know of a
        corrected, withdrawn or rival hand until it has reached the hall again."""
        count = self.chalk.count()
        expected = list(count.score.values())
        began = monotonic()
        while phone.score() != expected and monotonic() - began < PATIENCE / 1000:
            if phone in self.unaware and phone.waiting and (not phone.is_online or monotonic() - began > UNAWARE):
                break
            phone.page.wait_for_timeout(30)
        if phone.score() == expected or not phone.waiting:
            self.unaware.discard(phone)
        if phone in self.unaware:
            return
        note = phone.page.locator("[data-waits-note]").inner_text()
        if phone.score() != expected and "waiting" not in note:
            self.said.append(
                f"match {self.match.pk} hand {self.number - 1}: {phone.score()} on the phone, {expected} chalked"
                f" (online {phone.is_online}, over {count.is_over}, {note})"
                f" kept {phone.kept()}, written {self.chalk.written[self.number - 1][1]}"
            )

    def _twice(self, phone: TablePhone, other: TablePhone, *, same: bool) -> None:
        """Lets both sides record the same hand while one of them cannot reach the hall."""
        number, facts = self.number, self.next_hand()
        rival = facts if same else self._another(facts)
        other.stands_at(number)
        phone.stands_at(number)
        other.go(online=False)
        other.record(self.rules, rival)
        self._one(phone, facts)
        phone.sent()
        other.go(online=True)
        self.posted += 1
        other.sent()
        self.unaware.add(other)
        if rival != facts:
            self.rivals[number] = rival

    def _another(self, facts: HandFacts) -> HandFacts:
        while True:
            (rival, *rest) = hands_of(self.rules, self.chalk.seating, self.chance)
            if not rest and rival != facts:
                return rival

    def _disturb(self, is_served: bool) -> None:
        for phone in self.phones:
            if self.chance.random() < 0.2:
                phone.go(online=not phone.is_online)
                self.cuts += not phone.is_online
            elif is_served and phone.is_online and self.chance.random() < 0.1:
                phone.reload()

    def _afterwards(self, phone: TablePhone, other: TablePhone | None) -> None:
        """Lets the author correct or withdraw the hand, or the other side agree or object."""
        number, kind = self.number - 1, self.chance.random()
        facts = self.chalk.written[number][1]
        if kind < 0.1 and facts.game not in (None, "tie"):
            self._put_right(phone, number, facts)
        elif kind < 0.15:
            phone.sent()
            phone.until(lambda: phone.next == number + 1, "the sheet never showed it")
            if phone.press("undo"):
                phone.stands_at(number)
                self._forget(number)
        elif kind < 0.6:
            self._say(phone if phone.side == 0 else other, object=kind < 0.25)

    def _forget(self, number: int) -> None:
        del self.chalk.written[number]
        self.unaware |= set(self.phones)
        self.queue = []

    def _put_right(self, phone: TablePhone, number: int, facts: HandFacts) -> None:
        sides = self.chalk.seating.side_names
        phone.sent()
        phone.until(lambda: phone.next == number + 1, "the sheet never showed it")
        better = replace(facts, game=sides[1 - sides.index(facts.game or "")] if len(sides) == 2 else "tie")
        if phone.change(self.rules, number, better):
            phone.sent()
            self.chalk.write(number, better)
            self.unaware |= set(self.phones)
            self.posted += 1

    def _say(self, phone: TablePhone | None, *, object: bool) -> None:
        if phone is None or not phone.is_online:
            return
        phone.until(lambda: phone.next == self.number, "the other side never saw it")
        if object:
            phone.object()
        else:
            phone.agree()

    def settle(self, director: Account) -> None:
        """Puts every phone online; the director decides between two versions, and the rest is agreed."""
        for phone in self.phones:
            phone.go(online=True)
        for phone in self.phones:
            phone.sent()
        self._decide(director)
        self.phones[0].reload()
        if not self.is_over and self.chalk.written:
            self.chalk.is_stopped = self.phones[0].press("all-in")
        for phone in self.phones:
            phone.reload()
            phone.agree()
        self.phones[0].reload()

    def _decide(self, director: Account) -> None:
        seating = self.chalk.seating
        assert seating == seating_of(self.match)
        for number, rival in self.rivals.items():
            hand = Hand.objects.filter(match=self.match, number=number, superseded_at=None).first()
            if hand is None:
                self.said.append(f"match {self.match.pk}: nothing to decide of hand {number}")
                continue
            if hand.state != State.DISPUTED:
                self.said.append(f"match {self.match.pk}: hand {number} has two versions and is {hand.state}")
            facts = self.chance.choice([self.chalk.written[number][1], rival])
            self.chalk.write(number, facts)
            reason = "Asked both sides"
            correct_hand(hand, entry_key=uuid4(), facts=facts, reason=reason, by=director, now=timezone.now())

    def differences(self) -> dict[str, int]:
        """Counts the hands that the database lost, doubled or changed."""
        wanted = {number: facts.to_dict() for number, (_, facts) in self.chalk.written.items()}
        kept: dict[int, list[dict[str, Any]]] = {}
        for hand in Hand.objects.filter(match=self.match, superseded_at=None).order_by("number"):
            kept.setdefault(hand.number, []).append(hand.facts)
        found = {
            "lost": len(wanted.keys() - kept.keys()),
            "doubled": sum(len(each) - 1 for each in kept.values()) + len(kept.keys() - wanted.keys()),
            "different": sum(kept[number] != [facts] for number, facts in wanted.items() if number in kept),
        }
        for number, facts in wanted.items():
            if kept.get(number) != [facts]:
                self.said.append(f"match {self.match.pk} hand {number}: {kept.get(number)} kept, {facts} written")
        return found

    def on_the_phone(self, page: Page) -> None:
        """Compares the phone's sheet with the chalk: each hand with its points, or at Pitch the score after it, and the
        running score."""
        count = self.chalk.count()
        cell, told = ("td.number b", count.hands) if self.rules.auction is None else ("td b.score", count.scores)
        rows = page.locator("#so-far tbody tr:not(.noted-hand)", has=page.locator(cell)).all()
        shown = [[_number(points) for points in row.locator(cell).all_inner_texts()] for row in rows]
        self._same("hands on the phone", shown, [points for _, points in sorted(told.items())][::-1])
        self._same("score on the phone", self.phones[0].score(), list(count.score.values()))

    def in_the_database(self) -> None:
        count = self.chalk.count()
        match = with_sides(Match.objects.all()).get(pk=self.match.pk)
        sides = match.sides.all()
        self._same("state", match.state, State.AGREED)
        self._same("points", [side.points for side in sides], list(count.points.values()))
        if self.rules.target is not None:
            self._same("games", [side.games for side in sides], list(count.games.values()))

    def _same(self, what: str, found: object, expected: object) -> None:
        if found != expected:
            self.said.append(f"match {self.match.pk}: {what} {found}, chalked {expected}")


def _number(words: str) -> int:
    return int(words.replace("−", "-"))


def on_the_board(board: Page, played: list[Played], *, address: str) -> None:
    """Compares the results board with the chalk for every match, each with its table open."""
    for each in played:
        board.goto(f"{address}&table={each.match.table.number}")
        count = each.chalk.count()
        shown = [
            [_number(part) for part in cell.replace("·", " ").split()]
            for cell in board.locator(f"#match-{each.match.pk} .board-score b").all_inner_texts()
        ]
        expected = [[points] for points in count.points.values()]
        if each.rules.target is not None:
            expected = [[count.games[side], points] for side, points in count.points.items()]
        each._same("board", shown, expected)


def points_of(played: list[Played]) -> dict[str, tuple[int, int]]:
    """Returns the games and points of every player over all their matches, as chalked."""
    sums: dict[str, tuple[int, int]] = {}
    for each in played:
        count, sides = each.chalk.count(), each.match.sides.all()
        for side in sides:
            for entry in side.entries:
                games, points = sums.get(entry.name, (0, 0))
                sums[entry.name] = (games + count.games[side.key], points + count.points[side.key])
    return sums
