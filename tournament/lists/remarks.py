"""Lines of a list that are no names: titles, remarks, sums, greetings. Pure."""

import re

from tournament.lists.headings import heading_words
from tournament.lists.partners import PARTNERS

MOST_WORDS = 6
"""A name has at most this many words."""
OF_NO_NAME = re.compile(
    r"https?:|www\.|\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{1,2}(?:[:.]\d\d)?\s?[ap]m\b|\b\d{1,2}:\d\d\b|\b20\d\d\b"
    r"|\d[/.]\d{1,2}[/.]\d|[£$€]\s?\d|\w[?:]\s*$|^[=_]|^[^\d,;&+/]{2,30}:\s|\b\d{1,2}[.:]\d\d\b"
    r"|created group|joined using|changed the (?:subject|group)|end-to-end|\bmedia omitted\b"
    r"|(?:message|nachricht) (?:was )?deleted|^[^,]{2,40} (?:left|joined|was added|added \S.*)$"
    r"|^so far\b|^(?:i|we) (?:have|am|are|can|will|think|hope)\b|^me (?:and|&) "
    r"|^sent from my|^signed\b|\b(?:treasurer|secretary|chairman|chairwoman)\b"
    r"|^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\.?,?\s+\d{1,2}\b"
    r"|^\d{1,2}\s+(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\b",
    re.IGNORECASE,
)
HEAD_WORDS = set(
    """list lists player players name names tonight tomorrow please thanks thank total everybody everyone who whos venue
    date time evening cards card league division tournament confirmed attending attendance coming going playing spaces
    all fours teams team pairs pair hall club night session monday tuesday wednesday thursday friday saturday sunday
    round seat table tables in for the of this week entries so far number numbers fee fees paid doors sign
    signed""".split()
)
STRONG_WORDS = {"list", "tonight", "tomorrow", "please", "thanks", "fours", "tournament", "players", "attendance"}
NUMBERED = re.compile(r"(?:player|guest)\s+\d+\b", re.IGNORECASE)
"""The name of somebody whose name nobody has asked yet, though its words are those of headings."""
GREETING = (
    r"^(?:hi|hello|hey|hiya|dear|hallo|liebe[rs]?|bonjour|salut|hola|good (?:morning|afternoon|evening))\b(?=.*[,!]?$)"
)


def is_remark(text: str) -> bool:
    """Returns whether a text is rather a title, a remark or a sum than the name of somebody, or of some partners."""
    if NUMBERED.match(text):
        return False
    words = heading_words(text).split()
    has_partner = re.search(rf"{PARTNERS}|[,;\t]", text) is not None
    is_long = len(words) > MOST_WORDS and not has_partner
    heads = [word for word in words if word in HEAD_WORDS or word.isdigit()]
    is_head = len(heads) == len(words) and not all(word.isdigit() for word in words)
    is_strong = len(words) > 2 and bool(STRONG_WORDS & {*words})
    return bool(OF_NO_NAME.search(text) or re.search(GREETING, text, re.IGNORECASE)) or is_long or is_head or is_strong
