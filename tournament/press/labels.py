"""Sheets of self-adhesive labels and of cards as shops sell them: where each lies. Measures are those of the makers'
own templates: L4785, L7414, KPCV1, C32015, 5163 and 5395 as the gLabels project lists them (its files
avery-iso-templates.xml, misc-iso-templates.xml, zweckform-iso-templates.xml and avery-us-templates.xml), L7160, L7163
and 5160 as word processors offer them.

Pure. Lengths are in millimetres.
"""

from collections.abc import Mapping
from dataclasses import dataclass

INCH = 25.4


@dataclass(frozen=True)
class LabelStock:
    """Labels of `width` by `height` on a sheet (a key of SHEETS). The first lies at `left` and `top`; from one to the
    next it is `across` and `down`."""

    key: str
    name: str
    sheet: str
    columns: int
    rows: int
    width: float
    height: float
    left: float
    top: float
    across: float
    down: float

    @property
    def to_a_sheet(self) -> int:
        return self.columns * self.rows

    @property
    def words(self) -> str:
        """As in "Avery L7160: 63.5 × 38.1 mm, 21"."""
        width, height = (f"{length:.1f}".removesuffix(".0") for length in (self.width, self.height))
        return f"{self.name}: {width} × {height} mm, {self.to_a_sheet}"

    def place_of(self, number: int) -> tuple[float, float]:
        """Returns how far from the left and from the top a label lies, by its number from 0, row by row."""
        row, column = divmod(number % self.to_a_sheet, self.columns)
        return self.left + column * self.across, self.top + row * self.down


LABELS: Mapping[str, LabelStock] = {
    stock.key: stock
    for stock in (
        LabelStock("l4785", "Avery L4785", "a4", 2, 5, 80, 50, 18, 13, 95, 55),
        LabelStock("l7414", "Avery L7414", "a4", 2, 5, 90, 52, 15, 18.5, 90, 52),
        LabelStock("kpcv1", "Kores KPCV1", "a4", 2, 5, 90, 50, 15, 24, 90, 50),
        LabelStock("c32015", "Avery Zweckform C32015", "a4", 2, 4, 85, 54, 17, 31.5, 91, 60),
        LabelStock("l7160", "Avery L7160", "a4", 3, 7, 63.5, 38.1, 7.25, 15.15, 66, 38.1),
        LabelStock("l7163", "Avery L7163", "a4", 2, 7, 99.1, 38.1, 4.65, 15.15, 101.6, 38.1),
        LabelStock(
            *("5395", "Avery 5395", "letter", 2, 4, 3.375 * INCH, 7 / 3 * INCH),
            *(0.6875 * INCH, 7 / 12 * INCH, 3.75 * INCH, 2.5 * INCH),
        ),
        LabelStock(
            *("5163", "Avery 5163", "letter", 2, 5, 4 * INCH, 2 * INCH),
            *(0.15625 * INCH, 0.5 * INCH, 4.1875 * INCH, 2 * INCH),
        ),
        LabelStock(
            *("5160", "Avery 5160", "letter", 3, 10, 2.625 * INCH, 1 * INCH),
            *(0.1875 * INCH, 0.5 * INCH, 2.75 * INCH, 1 * INCH),
        ),
    )
}
"""Also sold under other numbers by other makers: what counts are the measures."""
