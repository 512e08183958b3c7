"""Plays the evening of a rehearsal from the door to the final standings, step by step as Tonight names them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice
from random import Random

from tournament.formats.formats import FORMATS
from tournament.formats.presets import PRESETS
from tournament.rehearsal.browsing import Browser, Page, PageMissing
from tournament.rehearsal.director import Director
from tournament.rehearsal.mishaps import Mishaps
from tournament.rehearsal.onlookers import Player, Wall, tell_seen
from tournament.rehearsal.table_phone import BY_THE_BELL, MOST_HANDS, TablePhone

FIRST = (
    "Ada Alf Beryl Cedric Connie Dora Edwin Elsie Ernest Flo Fred Gladys Harold Hilda Ivy Jim Kathleen Len Mabel "
    "Maurice Nell Olive Percy Queenie Reg Rose Sid Vera Walter Winnie"
).split()
LAST = "Marsh Tickner Hoath Pound Fagg Wickham Skinner Goldup Akehurst Hogben Boorman Kemsley".split()
TEAM_NAMES = "Arima Belmont Couva Debe Erin Fyzabad Gasparillo Hernhill Ifield Jerningham".split()
MOST_STEPS = 500
SIGNING_UP = 3
"""How many of them sign up on their phones beforehand and watch their own page."""


@dataclass
class Rehearsal:
    """An evening that is rehearsed. `browse` gives a new browser, `pause` waits between two things that happen at a
    table and lets the onlookers look meanwhile, `tell` hears what happens. `players` is about how many come."""

    director: Director
    preset: str
    players: int
    lot: Random
    browse: Callable[[], Browser]
    pause: Callable[[Callable[[], None]], None]
    tell: Callable[[str], None]
    mishaps: Mishaps
    coming: Iterator[str] = field(default_factory=lambda: iter(()))
    phones: dict[int, TablePhone] = field(default_factory=dict)
    rounds: int = 0
    watching: list[Player] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.wall = Wall(self.browse())

    def play(self) -> None:
        """Plays to the end. Raises PageMissing where the pages lead no further."""
        preset = PRESETS[self.preset]
        self.director.open_evening(self.preset, str(preset.name))
        is_one_match = any(part.movement == "one-match" for part in preset.plan)
        enters = preset.settings["enters"]
        self.coming = islice(lines_of(enters, preset.pairs_a_team), 2 if is_one_match else None)
        a_line = {"pairs": 2, "teams": 2 * preset.pairs_a_team}.get(enters, 1)
        self._open_doors(list(islice(self.coming, max(2, self.players // a_line))))
        self._follow_steps()
        for words in tell_seen(self.wall, self.watching):
            self.tell(words)

    def _open_doors(self, lines: Sequence[str]) -> None:
        """Connects the wall, lets a few sign up, and everybody in."""
        evening = self.director.evening
        self.director.connect_screen(self.wall.open_screen())
        self.director.open_sign_up()
        self.watching = [Player(line, self.browse()) for line in lines[:SIGNING_UP]]
        for player in self.watching:
            self.tell(player.sign_up(evening))
        self._let_in(lines)
        for player in self.watching:
            player.watch(evening)

    def _follow_steps(self) -> None:
        before = ""
        for _step in range(MOST_STEPS):
            self._look()
            words, page = self.director.next_step()
            if not words:
                return
            self.tell(words)
            self.follow(page, words, is_repeated=words == before)
            before = words
            if "/lock/" in page.address:
                return
        raise PageMissing(f"the evening does not end; the last step was {before!r}")

    def _look(self) -> None:
        """Lets the wall and the phones ask for what has changed."""
        self.wall.follow()
        for player in self.watching:
            player.own_page.follow()

    def _let_in(self, lines: Sequence[str]) -> None:
        if lines:
            self.director.let_in(lines)
            self.tell(f"at the door: {', '.join(lines)}")

    def follow(self, page: Page, words: str, *, is_repeated: bool) -> None:
        """Does what the page that a step led to is for."""
        if "/door/" in page.address:
            self._let_in([next(self.coming)])
        elif "/draw/" in page.address:
            self._show_seats(page)
        elif "/clock/" in page.address:
            self._play_round()
        elif "/sheets/" in page.address:
            self.pause(self._look)
            for wrong in self.director.key_sheet(page, self.mishaps):
                self.tell(wrong)
        elif "/results/" in page.address:
            if not self.director.rule(page) and not self._play_tables():  # or the deciding table plays
                raise PageMissing(f"nothing to rule and nothing to play at {page.address}: {page.words[:300]}")
        elif "/prizes/" in page.address:
            self.director.give_prizes(page)
        elif is_repeated:
            raise PageMissing(f"{words!r} leads nowhere: {page.address}")

    def _show_seats(self, page: Page) -> None:
        page = self.director.cut_cards(page)
        if page.form_with("Show seats to everybody") is None and (draw := page.form_with(value="draw")):
            page = self.director.browser.press(draw, value="draw")
        self.director.release(page)
        self.rounds += 1
        if self.rounds == 1:
            self._let_in(list(islice(self.coming, 1)))  # somebody is late, unless nobody else can play
        for number, code in self.director.codes().items():
            if number not in self.phones or self.phones[number].code != code:
                phones = 2 if number == 1 else self.lot.choice((1, 2))  # one phone alone is not objected to
                browsers = [self.browse() for _phone in range(phones)]
                is_timed = PRESETS[self.preset].settings["length_kind"] == "timed"
                most_hands = BY_THE_BELL if is_timed else MOST_HANDS
                self.phones[number] = TablePhone(browsers, code, self.lot, self.mishaps, most_hands)

    def _play_round(self) -> None:
        """Lets every table play, then rings the bell. Where scores come in on sheets, nobody taps, and the bell is a
        pause away."""
        self._play_tables()
        self.pause(self._look)
        self.director.ring()

    def _play_tables(self) -> bool:
        """Lets every table play until it has nothing left to do. Returns whether any did something."""
        playing = {} if FORMATS[PRESETS[self.preset].format].has_sheets else dict(self.phones)
        played = False
        while playing:
            for number in self.lot.sample(sorted(playing), len(playing)):
                self.pause(self._look)
                phone = playing[number]
                if phone.play():
                    played = True
                else:
                    del playing[number]
                for said in phone.said:
                    self.tell(f"table {number}: {said}")
        return played


def lines_of(enters: str, pairs_a_team: int) -> Iterator[str]:
    """Yields the lines for the door, without end: players, pairs, or teams of so many pairs."""
    names = (f"{FIRST[at % len(FIRST)]} {LAST[(at // len(FIRST) + at) % len(LAST)]}" for at in count())
    if enters not in ("pairs", "teams"):
        yield from names
    pairs = (f"{next(names)} & {next(names)}" for _pair in count())
    if enters == "pairs":
        yield from pairs
    for number in count():
        name = TEAM_NAMES[number % len(TEAM_NAMES)] + " B" * (number // len(TEAM_NAMES))
        yield f"{name}: {', '.join(islice(pairs, pairs_a_team))}"
