"""Takes off a line of a list what is no part of a name: numbers, bullets, ticks and emoji before it, the sender of a
message, "(paid)", "(reserve)", "+1". Pure."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

NUMBER = re.compile(r"^\s*(?:[(\[]?\d{1,3}\s*[.):\]]+(?!\d)|#\s?\d{1,3}\b[.):]?|\d{1,3}\s*[-–—](?=\s))\s*")
"""The number before a name: "12.", "3)", "4 -", "4- ", "(5)", "#6"."""
BARE_NUMBER = re.compile(r"^\s*(\d{1,3})\s+(?=[^\W\d_])")
BULLET = re.compile(r"^\s*(?:\[[ xX✓✔]?\]|[-–—*•·▪◦‣○●>]+(?=\s|[^\W\d_]))\s*")
KEYCAP = re.compile(r"^\s*(?:[\d#*]\ufe0f?\u20e3\s*)+")
SENDER = re.compile(
    r"^\s*(?:\[\s*\d[^\]]{3,28}\]\s*|\d{1,2}[/.-]\d{1,2}[/.-]\d{2,4},?\s+\d{1,2}:\d\d(?::\d\d)?(?:\s?[ap]m)?\s+[-–]\s+)"
    r"~?\s*(?P<sender>[^:]{1,60}):\s*(?P<said>.*)$",
    re.IGNORECASE,
)
"""A message copied from a chat: "[25/11, 19:02] Dan Reid: in"."""
COMES = re.compile(
    r"(?:i[’']?m\s+)?(?:in|yes|yeah|yep|yup|y|me|me too|count me in|coming|playing|here|ok|okay|i[’']?ll be there)"
    r"(?:\s+(?:please|thanks|thx|too))?\s*[.!]*|\+|",
    re.IGNORECASE,
)
CANNOT = r"can(?:no|[’']?)t(?: make it| come| play| go)?"
ABSENT = re.compile(
    rf"(?:i[’']?m\s+)?(?:out|no|not? coming|{CANNOT}|sorry.*|away|absent|cancelled|not in|apologies)\s*[.!]*",
    re.IGNORECASE,
)
MONEY = r"(?:[£$€]|TT\$|EUR|GBP)\s?\d+(?:[.,]\d\d)?"
UNPAID = re.compile(
    r"\s*[-–,]?\s*[(\[]?\b(?:not paid|unpaid|owes|to pay|not yet paid|has to pay)\b[^)\]]*[)\]]?", re.IGNORECASE
)
PAID = re.compile(
    rf"\s*[-–,]?\s*(?:[(\[]\s*(?:{MONEY}\s*)?(?:has\s+)?(?:paid|pd|bezahlt|betaald|pagado)\b[^)\]]*[)\]]"
    rf"|[(\[]\s*{MONEY}\s*[)\]]|(?<=\s){MONEY}(?:\s+paid)?\s*$|\b(?:has\s+)?(?:paid|pd|bezahlt|betaald|pagado)(?:\s+{MONEY})?\s*$)",
    re.IGNORECASE,
)
RESERVE_WORD = r"(?:reserves?|res|subs?|substitutes?|stand-?by|waiting(?: list)?|wait ?list|maybe|ersatz|reserva)"
RESERVE = re.compile(
    rf"\s*[-–,]?\s*(?:[(\[]\s*{RESERVE_WORD}\.?\s*[)\]]|(?<=\s)[-–]\s*{RESERVE_WORD}\s*$)", re.IGNORECASE
)
COUNT = r"\s*(?:[(\[]?\d{1,3}[)\]]?)?"
RESERVES = re.compile(rf"^\s*{RESERVE_WORD}(?:\s+(?:list|players?))?{COUNT}\s*(?:[:\-–]\s*|$)", re.IGNORECASE)
"""What begins the reserves of a list, on a line of its own or before the first of them."""
ABSENTEES = re.compile(
    rf"^\s*(?:out|no|not (?:coming|playing|in|available)|unavailable|cancelled|cancellations|absent|apologies|{CANNOT}"
    rf"|away|drop(?:ped)? outs?|abgesagt|afgemeld|no van){COUNT}\s*(?:[:–]\s*|\s-\s+|$)",
    re.IGNORECASE,
)
"""What begins those who do not come, on a line of its own or before the first of them."""
COMERS = re.compile(
    rf"^\s*(?:in|yes|y|coming|going|confirmed|attending|playing|players?|tonight|to|cc|present|available|names|so far"
    rf"|(?:playing|coming|confirmed|in)(?: so far)?(?: tonight)?){COUNT}\s*(?:[:–]\s*|\s-\s+)",
    re.IGNORECASE,
)
"""What begins those who come."""
SIGN_OFF = re.compile(
    r"^\s*(?:(?:many )?thanks|cheers|(?:kind |best )?regards|best wishes|best|love|yours|ta|see you.*|signed"
    r"|sent from my.*|(?:viele |liebe )?gr[uü](?:ss|ß)e|groet(?:en|jes)?|saludos)\s*[,!.:]*\s*$",
    re.IGNORECASE,
)
"""What ends a message, above the name of whoever wrote it."""
REMARK = re.compile(
    r"\s*(?:[\[{][^\]}]*[\]}]|\*+$|(?:[(]|\s[-–—]\s*|,\s)(?:(?:vice |co-)?capt(?:ain)?|v?c|driving|late|early|host"
    r"|mr|mrs|ms|miss|dr|lift|new|veggie|needs? (?:a )?lift"
    r"|(?:arriving|coming|late|from|until|till|leaving|after|before|around|by)\b[^()]*"
    r"|\d{1,2}(?:[.:]\d\d)?\s?(?:[ap]m)?)\s*(?:[,;][^()]*)?(?:[)]|$))",
    re.IGNORECASE,
)
"""A remark beside a name that is no part of it: "(driving)", "- arriving 7.45", "[A team]"."""
GONE = re.compile(
    rf"\s*[-–,]?\s*(?:[(\[]\s*(?:out|not coming|{CANNOT}|cancelled|away|sick|no)\s*[)\]]"
    rf"|(?<=\s)[-–]\s*(?:out|not coming|{CANNOT}|cancelled)\s*$)",
    re.IGNORECASE,
)
GUEST = re.compile(
    r"\s*[,(]?\s*(?:(?:\+|plus|&|and|with)\s*(?:1|one|(?:a |his |her |my |the )?(?:guest|friend|wife|husband|mate|son"
    r"|daughter|brother|sister|mum|mother|dad|father|girlfriend|boyfriend|other half))\b)\s*\)?\s*$",
    re.IGNORECASE,
)
PLACEHOLDER = re.compile(
    r"\s*(?:\?+|tbc|tba|tbd|n/?a|(?:a |no |needs? |needs? a )?partner(?: (?:needed|wanted|please))?|any(?:one|body)"
    r"|someone|somebody|open|vacant|blank|x|-+|_+|\.+)?\s*",
    re.IGNORECASE,
)
"""What stands in the place of a partner who is not known yet."""
STRUCK_OUT = re.compile(r"^\s*~+(?P<inside>[^~]+)~+\s*$")
CROSS, QUESTION_MARKS = "❌✖✗✘🚫", "❓❔🤔"
OFF = "\ufe0f\ufe0e\u200d\u20e3"


@dataclass(frozen=True)
class MarkedName:
    """A name, and what stood beside it. `is_absent` says that they do not come, `has_guest` that they bring somebody
    whose name is not there."""

    name: str
    is_paid: bool = False
    is_reserve: bool = False
    is_absent: bool = False
    has_guest: bool = False


def take_marks_off(text: str) -> MarkedName:
    rest = REMARK.sub("", UNPAID.sub("", text))
    marks = {}
    for mark, pattern in (("is_paid", PAID), ("is_reserve", RESERVE), ("is_absent", GONE), ("has_guest", GUEST)):
        shorter = pattern.sub("", rest)
        marks[mark], rest = shorter != rest, shorter
    return MarkedName(re.sub(r"(?<=[^\W\d_]{3})\.$", "", " ".join(rest.split())), **marks)


def take_number_off(line: str, *, is_numbered: bool) -> str:
    """Returns a line without the number, bullets and boxes before it. A number with nothing behind it, as in "3 Eve",
    goes only if the list `is_numbered`."""
    before = None
    while before != line:
        before = line
        line = KEYCAP.sub("", BULLET.sub("", NUMBER.sub("", line)))
    return BARE_NUMBER.sub("", line) if is_numbered else line


def has_number(line: str) -> bool:
    return bool(NUMBER.match(line) or BARE_NUMBER.match(line) or KEYCAP.match(line))


def is_numbered(lines: Sequence[str]) -> bool:
    """Whether a bare number before a name, as in "3 Eve", counts the lines, because "2" is before it or "4" behind."""
    numbers = [int(digits[0]) if has_number(line) and (digits := re.search(r"\d+", line)) else 0 for line in lines]
    return any(
        BARE_NUMBER.match(line) and (number == before + 1 and before or number == 1 and after == 2)
        for line, before, number, after in zip(lines, [0, *numbers], numbers, [*numbers[1:], 0], strict=False)
    )


def take_pictures_off(line: str) -> str:
    """Returns a line without emoji, ticks and a chat's signs for bold and italics."""
    line = KEYCAP.sub("", line)
    if any(map(_is_picture, line)):
        line = "".join(" " if _is_picture(letter) else letter for letter in line if letter not in OFF)
    return re.sub(r"(?<!\w)([*_])(?=\S)(.+?)(?<=\S)\1(?!\w)", r"\2", line).strip()


def _is_picture(letter: str) -> bool:
    return unicodedata.category(letter) == "So" or "\U0001f3fb" <= letter <= "\U0001f3ff"
