"""Sums of money as treasurers write them."""

from decimal import Decimal

import pytest

from tournament.lists.amounts import read_amount


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        *(("12", "12"), ("12.50", "12.50"), ("12,50", "12.50"), ("12.5", "12.50"), ("£12", "12"), ("£ 12.50", "12.50")),
        *(
            ("12,50 €", "12.50"),
            ("TT$100", "100"),
            ("TT$ 1,250.00", "1250"),
            ("1.250,00 EUR", "1250"),
            ("1,250", "1250"),
        ),
        *(("USD 5", "5"), ("12,-", "12"), ("1 250,5 €", "1250.50"), ("0", "0"), ("15.00", "15")),
    ],
)
def test_a_sum_is_read_with_any_sign_and_a_point_or_a_comma(text: str, amount: str) -> None:
    assert read_amount(text) == Decimal(amount)


@pytest.mark.parametrize(
    "text", ["", "yes", "-5", "5-6", "12.345,678", "1,2,3", "12/50", "£", "07700 900123", "1e5", "9999999"]
)
def test_what_is_no_sum_is_not_guessed(text: str) -> None:
    assert read_amount(text) is None
