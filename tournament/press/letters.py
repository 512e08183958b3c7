"""Which fonts a document needs beside that of all documents, by the letters that are in it.

Fonts that a renderer reads cost time, and one of them four megabytes: whoever prints names in Latin letters alone, with
all their accents, reads none of these.

The fonts are in `static/fonts/letters`, since a hall has no internet and an old laptop seldom has them; each has a name
of its own, because the renderer confuses fonts of one name and weight. Letters that no font has are named before
anything is printed.
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
"""Style sheets of fonts, by name, and the letters that call for each: the first is for whatever the font of all
documents does not have, the second for what even the first has not."""


def with_letters(html: str) -> str:
    """The same page, with the fonts of the letters that are in it."""
    names = [name for name, letters in SHEETS.items() if re.search(letters, html)]
    links = "".join(f'<link rel="stylesheet" href="press/{name}.css">' for name in names)
    return html.replace("</head>", f"{links}</head>", 1)
