"""Chooses the fonts that a document needs besides the usual one, by the letters in it.

Each font that a renderer reads costs time, and one of them four megabytes; names in Latin letters, with all accents,
need none of these. The fonts are in `static/fonts/letters`, because a hall has no internet. Each has a name of its own,
because the renderer confuses fonts of one name and weight.
"""

import re

SHEETS = {
    "letters": r"[^\s -~\xa0-\xb4\xb6-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126\u0127\u012a\u012b"
    r"\u012e-\u0133\u0136\u0137\u0139-\u013e\u0141-\u0148\u0150-\u0155\u0158-\u015b\u015e-\u0165\u016a\u016b\u016e-\u017e"
    r"\u0192\u0218-\u021b\u0237\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2009\u200b-\u200f\u2013\u2014\u2018-\u201a\u201c-\u201e"
    r"\u2020\u2022\u2026\u2028-\u202e\u2039\u203a\u2044\u2060-\u206f\u20ac\u20b9\u2113\u2122\u2212\u2215]",
    "more_letters": r"[\u0900-\u0e7f\u1000-\u109f\u1100-\u139f\u1780-\u17ff\u19e0-\u19ff\u1cd0-\u1cff\u2d80-\u2ddf"
    r"\u2e80-\ua4cf\ua8e0-\ua8ff\ua960-\ua97f\ua9e0-\ua9ff\uaa60-\uaa7f\uab00-\uab2f\uac00-\ud7ff\uf900-\ufaff"
    r"\ufe30-\ufe4f\uff00-\uffef]",
}
"""The style sheets of fonts by name, with the letters that need them: the first for letters that the usual font lacks,
the second for those that the first lacks too."""


def font_sheets_for(html: str) -> list[str]:
    """Returns the addresses of the style sheets of fonts that the letters of a page need."""
    return [f"press/{name}.css" for name, letters in SHEETS.items() if re.search(letters, html)]
