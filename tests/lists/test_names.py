"""Lists of names as chats, spreadsheets and team sheets have them: who is in them, and what has to be asked."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.lists.name_list import Doubt, Shape, WrittenName
from tournament.lists.names import read_names
from tournament.lists.surnames import split_surname

INPUTS = Path(__file__).parent / "inputs"


def listed(text: str, shape: Shape = Shape.PLAYERS, **answers: bool) -> list[str]:
    """The names of a list, one party a string."""
    found = read_names(text, shape, answers={Doubt(doubt): answer for doubt, answer in answers.items()})
    parties = [(each.team, " & ".join(person.name for person in each.people)) for each in found.parties]
    return [f"{team}: {names}" if team else names for team, names in parties]


def doubted(text: str, shape: Shape = Shape.PLAYERS) -> dict[str, tuple[str, ...]]:
    return {doubt.value: lines for doubt, lines in read_names(text, shape).doubts.items()}


@pytest.mark.parametrize(
    ("name", "shape", "names", "doubts"),
    [
        (
            "door-surname-first.txt",
            Shape.PLAYERS,
            ["John Smith", "Mary Jones", "Fiona MacLeod", "Ana De La Rosa"],
            {"surname_first": ("John Smith", "Mary Jones", "Fiona MacLeod", "Ana De La Rosa")},
        ),
        (
            "door-pairs-surname-first.txt",
            Shape.PAIRS,
            ["John Smith & Mary Jones", "Bill Brook & Peter Page"],
            {"surname_first": ("John Smith & Mary Jones", "Bill Brook / Peter Page")},
        ),
        (
            "door-chat.txt",
            Shape.PLAYERS,
            ["Bea Jones", "Moses King", "Eve Singh", "Fay Ramdeen + Cy Ali", "Lou Charles", "Dan Reid"],
            {"no_name": ("All Fours Fri 27th 7pm 🃏",), "paid": ("Moses King",), "reserve": ("Lou Charles",)},
        ),
        (
            "door-columns.tsv",
            Shape.PAIRS,
            [
                "Red Aces: Ann Lee & Bob Mohan",
                "Blue Kings: Cy Roop & Dee Baptiste",
                "The Jacks: Ed Pierre & Flo Joseph",
            ],
            {},
        ),
        (
            "door-telephones.txt",
            Shape.PLAYERS,
            ["Pete Smith", "Rita Khan", "Nell Bourner"],
            {
                "contact": (
                    "Pete Smith: 07700 900123",
                    "Rita Khan: (868) 555-0142",
                    "Nell Bourner: nell@example.org",
                )
            },
        ),
        (
            "door-team-sheet.txt",
            Shape.TEAMS,
            [
                "Arima Flambeau: Ann Lee & Bob Mohan & Cy Roop & Dee Baptiste",
                "Blue Dollar Bar: Ed Pierre & Flo Joseph & Gus Noel & Hal Weekes",
            ],
            {},
        ),
        (
            "door-answers.txt",
            Shape.PLAYERS,
            ["Ann Lee", "Bob Mohan", "Cy"],
            {"absent": ("Dee: no",), "contact": ("Ann Lee: 07700 900123",), "paid": ("Bob Mohan",)},
        ),
        (
            "door-capitals.txt",
            Shape.PLAYERS,
            ["Ann Lee", "Bob Mohan", "Cy Roop"],
            {},
        ),
        (
            "door-form.csv",
            Shape.PAIRS,
            ["Ann Lee & Bob Mohan", "Cy Roop"],
            {
                "contact": ("Ann Lee: 07700 900123", "Cy Roop: 07700 900124"),
                "paid": ("Ann Lee",),
                "no_partner": ("Cy Roop",),
            },
        ),
        (
            "door-inline.txt",
            Shape.PLAYERS,
            ["Ann", "Bea", "Cy & Dan", "Eve"],
            {"reserve": ("Eve",)},
        ),
        (
            "door-mail.txt",
            Shape.PLAYERS,
            ["Ann Lee", "Bob Mohan"],
            {"contact": ("Ann Lee: ann@example.org", "Bob Mohan: bob@example.org"), "no_name": ("cy@example.org",)},
        ),
        (
            "door-paren.txt",
            Shape.PAIRS,
            ["Jan de Vries & Piet van Dam", "Kees Bakker & Truus Bakker"],
            {"no_name": ("Paren voor vrijdag:",), "couple": ("Kees Bakker & Truus Bakker",)},
        ),
        (
            "door-poll.txt",
            Shape.PLAYERS,
            ["Ann Lee", "Bob Mohan", "Cy Roop"],
            {"no_name": ("Friday cards?", "In (3)"), "absent": ("Dee Baptiste",)},
        ),
        (
            "door-remarks.txt",
            Shape.PLAYERS,
            ["Ann Lee", "Bob Mohan", "Cy Roop", "Dee Baptiste", "Ed Pierre", "Flo Joseph", "Gus Noel", "Hal Weekes"],
            {},
        ),
        (
            "door-reserves.txt",
            Shape.PLAYERS,
            ["Bea Jones", "Moses King", "Lou Charles", "Kim Ali"],
            {
                "no_name": ("Fri 27 Nov - 7.30 sharp", "£5 each, pay Sue"),
                "absent": ("Cancelled: Dan Reid",),
                "reserve": ("Lou Charles", "Kim Ali"),
            },
        ),
        (
            "door-sections.txt",
            Shape.PLAYERS,
            ["Ann Lee", "Bea Bull", "Cy Cox", "Eve Ash"],
            {"absent": ("Not coming: Dan Dodd",), "reserve": ("Eve Ash",)},
        ),
        (
            "door-signature.txt",
            Shape.PLAYERS,
            ["Ann Lee", "Bob Mohan"],
            {"no_name": ("Cheers,", "Sue", "Sent from my iPhone")},
        ),
        (
            "door-spieler.csv",
            Shape.PAIRS,
            ["Jörg Müller & Änne Groß", "Karl-Heinz von Berg"],
            {"paid": ("Jörg Müller",), "no_partner": ("Karl-Heinz von Berg",)},
        ),
        (
            "door-team-blocks.txt",
            Shape.TEAMS,
            ["Arima: Ann Lee & Bob Mohan", "Couva: Cy Roop & Dee Baptiste"],
            {},
        ),
        (
            "door-ticks.txt",
            Shape.PLAYERS,
            ["Ann Lee", "Cy Roop", "Dee Baptiste", "Ed Pierre"],
            {"absent": ("❌ Bob Mohan", "No - Flo Joseph"), "reserve": ("Cy Roop",)},
        ),
        (
            "door-titles-and-prefixes.txt",
            Shape.PLAYERS,
            [
                "Mr John Smith",
                "Mrs. M. de la Cruz",
                "Dr Ana St. John",
                "Pat O'Brien",
                "Ann McDonald",
                "J. R. R. van der Berg",
                "Sister Mary D'Souza",
                "José Ángel Núñez-Gómez",
                "Ann-Marie O’Neill (Annie)",
                'Bob "Sparky" Ash',
                "Sam Jr.",
                "Lord Kitchener III",
            ],
            {"surname_first": ("Pat O'Brien", "Ann McDonald")},
        ),
        (
            "door-treasurer.tsv",
            Shape.PLAYERS,
            ["Ann Lee", "Bob Mohan"],
            {"no_name": ("Subs 2026", "Signed: J Smith, Treasurer")},
        ),
        (
            "door-whatsapp.txt",
            Shape.PLAYERS,
            ["Eve", "Dan Reid & Guest of Dan Reid"],
            {
                "no_name": (
                    "27/11/2026, 19:02 - Messages and calls are end-to-end encrypted.",
                    '27/11/2026, 19:02 - Bea created group "All Fours"',
                    "27/11/2026, 19:03 - Bea Jones: Who's in for tonight?",
                    "27/11/2026, 19:04 - Moses King: Me and Fay",
                    "27/11/2026, 19:05 - +44 7700 900123: in",
                    "27/11/2026, 19:07 - Cy Ali: <Media omitted>",
                    "27/11/2026, 19:10 - Gus: late but coming",
                ),
                "absent": ("27/11/2026, 19:08 - Lou: sorry can't tonight",),
                "guest": ("Dan Reid",),
            },
        ),
    ],
)
def test_each_kind_of_list_becomes_its_people(
    name: str, shape: Shape, names: list[str], doubts: dict[str, tuple[str, ...]]
) -> None:
    text = (INPUTS / name).read_text()
    assert (listed(text, shape), doubted(text, shape)) == (names, doubts)


def test_what_stands_beside_a_name_goes_where_it_belongs() -> None:
    chat = read_names((INPUTS / "door-chat.txt").read_text(), Shape.PLAYERS)
    assert [person for each in chat.parties for person in each.people if person != WrittenName(person.name)] == [
        WrittenName("Moses King", is_paid=True),
        WrittenName("Lou Charles", is_reserve=True),
    ]
    telephones = read_names("Ann 07700 900123, Bea, 0868 555 0142 bea@x.org", Shape.PLAYERS)
    assert [each.people[0] for each in telephones.parties] == [
        WrittenName("Ann", phone="07700 900123"),
        WrittenName("Bea", phone="0868 555 0142", email="bea@x.org"),
    ]


@pytest.mark.parametrize(
    ("text", "names", "asked"),
    [
        ("Players:\n1 Ann\n2 Bea\nReserves:\n1 Cy\nThanks all!", ["Ann", "Bea", "Cy"], ["no_name", "reserve"]),
        ("~Ann Lee~\n*Bob Mohan* ✅\n1️⃣ Cy Roop", ["Bob Mohan", "Cy Roop"], ["absent"]),
        ("- [x] Ann Lee £5 paid\n- [ ] Bob (unpaid)\n• Cy O'BRIEN", ["Ann Lee", "Bob", "Cy O'BRIEN"], ["paid"]),
        ("[25/11/26, 19:02:11] Dan Reid: can't make it\n25/11/2026, 19:03 - Sue: I'm in 👍", ["Sue"], ["absent"]),
        ("Dan +1\nBea", ["Dan & Guest of Dan", "Bea"], ["guest"]),
        ("Total: 8\nTreasurer: please chase Bob\nAnn", ["Ann"], ["no_name"]),
        ("Smith, John\nJones, Mary", ["John Smith", "Mary Jones"], ["surname_first"]),
        ("SMITH John\nJONES Mary Ann", ["John Smith", "Mary Ann Jones"], ["surname_first"]),
        ("Name,Paid\nAnn,yes\nBea,\n", ["Ann", "Bea"], ["paid"]),
        ("Vorname;Nachname;Handy\nJörg;Müller;0151 000000\n", ["Jörg Müller"], ["contact"]),
        ("Name\nAnn\nBea", ["Ann", "Bea"], []),
        ("Gary Player\nP01\n3 Bridges\nAnn Smith (Pond Street)\nAnn, Bea", None, []),
    ],
)
def test_no_line_of_a_chat_or_a_sheet_becomes_a_name_unasked(
    text: str, names: list[str] | None, asked: list[str]
) -> None:
    names = names or ["Gary Player", "P01", "3 Bridges", "Ann Smith (Pond Street)", "Ann", "Bea"]
    assert (listed(text), sorted(doubted(text))) == (names, asked)


def test_an_answer_no_leaves_names_as_they_were_typed() -> None:
    assert listed("SMITH, John\nJONES, Mary", surname_first=False) == ["SMITH", "John", "JONES", "Mary"]
    assert listed("The Reids\nTotal: 8", no_name=False) == ["The Reids", "Total: 8"]
    assert listed("Dan +1", guest=False) == ["Dan"]
    assert listed("Ann (out)\nBea", absent=False) == ["Ann", "Bea"]


@pytest.mark.parametrize(
    ("text", "names", "asked"),
    [
        ("Tom & Sue Clarke", ["Tom Clarke & Sue Clarke"], {"couple": ("Tom Clarke & Sue Clarke",)}),
        (
            "Ann Lee & ?\nBob + tbc\nCy &",
            ["Ann Lee", "Bob", "Cy"],
            {"no_partner": ("Ann Lee & ?", "Bob + tbc", "Cy &")},
        ),
        ("Ann & Bea, Cy & Dan", ["Ann & Bea", "Cy & Dan"], {}),
        ("Ann Lee (paid) & Bob Mohan", ["Ann Lee & Bob Mohan"], {"paid": ("Ann Lee",)}),
    ],
)
def test_partners_are_read_from_a_line(text: str, names: list[str], asked: dict[str, tuple[str, ...]]) -> None:
    assert (listed(text, Shape.PAIRS), doubted(text, Shape.PAIRS)) == (names, asked)


def test_teams_come_in_lines_of_their_own_or_as_a_sheet_with_reserves() -> None:
    assert listed("The Jokers: Ann & Bea, Cy & Dan", Shape.TEAMS) == ["The Jokers: Ann & Bea & Cy & Dan"]
    sheet = "Arima\n1. Ann\n2. Bea\nRes: Eve\n\nCouva\n1. Fay\n2. Gus"
    assert listed(sheet, Shape.TEAMS) == ["Arima: Ann & Bea & Eve", "Couva: Fay & Gus"]


@pytest.mark.parametrize(
    ("text", "parties"),
    [
        ("Team,Name\nReds,Ann\n,Bob\nBlues,Cy\n,Dee\n", ["Reds: Ann & Bob", "Blues: Cy & Dee"]),
        ("Name\tState\tTeam\nAnn\there\tReds\nBob\there\tReds\n", ["Reds: Ann & Bob"]),
        ("Name,State,Team\nAnn,here,Ann and Bob\nBob,,Ann and Bob\nCy,here,\n", ["Ann & Bob", "Cy"]),
    ],
)
def test_a_table_with_one_person_a_row_has_its_teams_together(text: str, parties: list[str]) -> None:
    assert (listed(text, Shape.PAIRS), doubted(text, Shape.PAIRS)) == (parties, {})


@pytest.mark.parametrize(
    "text", ["Player 1\nPlayer 2\nPlayer 3", "Player 1, Player 2, Player 3", "Player 1, Player 2\nPlayer 3"]
)
def test_players_with_a_number_for_a_name_are_players(text: str) -> None:
    assert (listed(text), doubted(text)) == (["Player 1", "Player 2", "Player 3"], {})


def test_a_name_that_the_club_knows_is_in_no_doubt() -> None:
    found = read_names("The Reids\nPlayers", Shape.PLAYERS, is_known=lambda name: name == "The Reids")
    assert ([each.people[0].name for each in found.parties], [*found.doubts.values()]) == (
        ["The Reids"],
        [("Players",)],
    )


@given(st.text(st.sampled_from("aB1 .,;:&+/()[]\t\n✅-'@£?~*"), max_size=60), st.sampled_from(Shape))
def test_whatever_is_pasted_is_read_without_a_fault(text: str, shape: Shape) -> None:
    found = read_names(text, shape)
    assert all(any(map(str.isalnum, person.name)) for each in found.parties for person in each.people)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Ann Smith", ("Ann", "Smith")),
        ("Mary Ann O'Neil", ("Mary Ann", "O'Neil")),
        ("Ana de la Rosa", ("Ana", "de la Rosa")),
        ("Vincent van Gogh", ("Vincent", "van Gogh")),
        ("Ann E Smith", ("Ann E", "Smith")),
        ("José Ortega y Gasset", ("José", "Ortega y Gasset")),
        ("John Smith, Jr.", ("John Jr.", "Smith")),
        ("Zico", ("", "Zico")),
        ("Jr", ("", "Jr")),
        ("", ("", "")),
    ],
)
def test_a_surname_is_the_last_word_with_particles_before_it(name: str, parts: tuple[str, str]) -> None:
    assert split_surname(name) == parts


def test_a_poll_has_who_goes_who_may_and_who_cannot() -> None:
    poll = "Going (2)\nDan Reid\nPat Singh\nMaybe (1)\nKev Holt\nCan't go (1)\nJo Holt"
    assert listed(poll) == ["Dan Reid", "Pat Singh", "Kev Holt"]
    assert doubted(poll) == {"no_name": ("Going (2)",), "reserve": ("Kev Holt",), "absent": ("Jo Holt",)}


def test_partners_and_answers_are_read_as_people_write_them() -> None:
    assert listed("Sam w/ Lee Chin\nTom and his dad", Shape.PAIRS) == ["Sam Chin & Lee Chin", "Tom"]
    assert doubted("Tom and his dad", Shape.PAIRS) == {"no_partner": ("Tom and his dad",)}
    assert listed("Dan Reid - yes\nPat Singh - out") == ["Dan Reid"]
    assert listed("Arima: Ann, Bob\nCouva (Cy, Dee, Ed)", Shape.TEAMS) == ["Arima: Ann & Bob", "Couva: Cy & Dee & Ed"]
