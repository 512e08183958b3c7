"""Telephone numbers and e-mail addresses as people write them, beside a name or in a column of their own. Pure."""

import re

MAIL = r"[^\s,;<>()@]{1,64}@[^\s,;<>()@]{1,190}\.[^\s,;<>()@]{2,63}"
MAIL_WITH_LABEL = re.compile(rf"(?:\be-?mail\s*:?\s*|\bmailto:)?[<(]?({MAIL})[>)]?", re.IGNORECASE)
PHONE = re.compile(
    r"(?:\b(?:tel|phone|mob(?:ile)?|cell|ph|handy|whatsapp)\b[.:]?\s*)?(?<![\w/:-])((?:\+|\(\+?)?\d[\d\s().-]{4,}\d)(?![\w/:])",
    re.IGNORECASE,
)
ADDRESSEE = re.compile(rf"""(?:["']([^"'<>\n]{{1,80}})["']|([^"'<>;,@\n]{{1,80}}))?\s*<({MAIL})>|({MAIL})""")
"""Somebody in the head of a mail: a name and an address in angle brackets, or an address alone."""
LONGEST_HEAD = 60_000
FEWEST_DIGITS, MOST_DIGITS = 6, 15
BETWEEN = r"(?:\s*[,;/|]\s*)+"
OUTSIDE = " ,;:|-–—<>"
"""What is left at the ends of a name when a number beside it is taken off."""


def split_contact(text: str) -> tuple[str, str]:
    """Returns the telephone numbers and the e-mail addresses in a text. Whatever is no address stays beside the
    numbers, as it was written, so that nothing is lost."""
    mails = MAIL_WITH_LABEL.findall(text) if "@" in text else []
    if not mails:
        return text.strip(), ""
    rest = re.sub(BETWEEN, ", ", MAIL_WITH_LABEL.sub(" , ", text))
    return " ".join(rest.strip(" ,").split()), ", ".join(mails)


def spread_addresses(text: str) -> str:
    """Returns the addressees of a mail, such as "Ann Lee <ann@example.org>; Bob <bob@example.org>", as a table with a
    line for each; any other text as it is."""
    if len(text) > LONGEST_HEAD or len(ADDRESSEE.findall(text)) < 2 or ADDRESSEE.sub("", text).strip(" ;,\n\r\t"):
        return text
    lines = [
        f"{(quoted or plain or '').strip()}\t{bracketed or bare}"
        for quoted, plain, bracketed, bare in ADDRESSEE.findall(text)
    ]
    return "\n".join(["Name\tE-mail", *lines, ""])


def take_contact_off(text: str) -> tuple[str, str, str]:
    """Returns a text without the telephone numbers and addresses in it, the numbers, and the addresses."""
    mails = MAIL_WITH_LABEL.findall(text) if "@" in text else []
    rest = MAIL_WITH_LABEL.sub(" ", text) if mails else text
    phones = [number[1] for number in PHONE.finditer(rest) if _is_phone(number[1])]
    rest = PHONE.sub(lambda number: " " if _is_phone(number[1]) else number[0], rest)
    if not mails and not phones:
        return text, "", ""
    return " ".join(rest.split()).strip(OUTSIDE), ", ".join(phones), ", ".join(mails)


def _is_phone(text: str) -> bool:
    digits = sum(letter.isdigit() for letter in text)
    is_date = re.fullmatch(r"\d{1,2}[.-]\d{1,2}[.-]\d{2,4}|\d{4}-\d\d?-\d\d?", text.strip())
    return FEWEST_DIGITS <= digits <= MOST_DIGITS and not is_date
