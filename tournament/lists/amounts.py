"""Sums of money as people write them: "£12.50", "12,50 €", "TT$ 1,250". Pure."""

import re
from decimal import Decimal

AMOUNT = re.compile(r"(?:[A-Z]{0,3}[$£€]|[A-Z]{3})?\s*(\d[\d.,’' ]*?)\s*(?:[$£€]|[A-Z]{3}|[.,]?[-–])?", re.IGNORECASE)
HIGHEST = Decimal(99_999)


def read_amount(text: str) -> Decimal | None:
    """Returns the sum with 2 decimals; None if it is none, or one of less than nothing. The last point or comma with
    one or two figures behind it begins the decimals, the others separate thousands."""
    found = AMOUNT.fullmatch(text.strip())
    if not found:
        return None
    whole, point, part = re.fullmatch(r"(.*?)(?:([.,])(\d{1,2}))?", found[1]).groups()  # type: ignore[union-attr]
    if not re.fullmatch(r"\d+|\d{1,3}(?:[.,’' ]\d{3})+", whole):
        return None
    amount = Decimal(f"{re.sub(r'[^0-9]', '', whole)}.{part if point else '0'}").quantize(Decimal("0.01"))
    return amount if amount <= HIGHEST else None
