"""What holds for every text that people read, as far as a machine can tell: typographic marks, plain words, whole
sentences, and no figure of which 1 would be wrong."""

import re
from collections.abc import Iterator

import pytest

from tests.invented_language import collect_texts

MARKUP = re.compile(r"<[^>]*>")
FIGURE = r"(?:%\(\w+\)[sd]|%s|\{\})"
COUNTED = re.compile(rf"({FIGURE} (\w+))")
"""A figure with the word after it."""
NEVER_ONE = {
    *("%(n)s cards", "%(stated)s cards"),  # of a whole hand
    *("%(minutes)s minutes", "%(n)s minutes", "%(shorter)s minutes"),  # of a round
    *("%(n)s players", "%(number)s players", "%(people)s players", "%(wanted)s players"),  # of a table, a team, a game
    *("%(n)s rounds", "%(rounds)s rounds", "%(n)s turns", "%(n)s times", "%(times)s times", "%(pairs)s pairs"),
    *("%(race)s bullseyes", "%(target)s points", "%(total)s games", "%(most)s games", "%(tables)s tables"),
    *("%(teams)s teams", "%(all)s matches"),
    *("%(most)s places", "%(most)s teams", "%s teams", "%(n)s lines", "%s pairs"),  # the most there may be
    *("%(n)s hands", "%(number)s hands", "{} hands", "%(n)s people"),  # 1 has a sentence of its own
    *("%(all)s sheets", "%(n)s sheets", "%(sheets)s sheets"),  # of 3 players or more
    *("%(own)s points", "%(points)s points"),  # an average; points that are too many
    *("%(most)s points", "%(sums)s points"),  # all those of a hand
    *("%(figures)s points", "%(games)s games"),  # of two teams; of several tables
}
"""What is counted outside of singular and plural, because it is more than 1 wherever it is said."""
PLAIN = re.compile(
    r"\b(he|him|his|himself|herself|whoever|everyone|someone|reckon\w*|e\.g\.|i\.e\.)(?!\w)", re.IGNORECASE
)
"""Words that the club's pages do not use."""


@pytest.fixture(scope="module")
def texts(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, ...]]:
    """Each text with its plural, if it has one."""
    found = [each.id for each in collect_texts(tmp_path_factory.mktemp("texts")) if each.id]
    return [(each,) if isinstance(each, str) else tuple(each) for each in found]


def sentences_of(texts: list[tuple[str, ...]]) -> Iterator[str]:
    return (MARKUP.sub("", sentence) for forms in texts for sentence in forms)


def test_apostrophes_and_quotation_marks_are_typographic_and_come_in_pairs(texts) -> None:
    sentences = list(sentences_of(texts))
    straight = [sentence for sentence in sentences if "'" in sentence or '"' in sentence]
    unpaired = [sentence for sentence in sentences if sentence.count("“") != sentence.count("”")]
    assert (straight, unpaired) == ([], [])


def test_no_text_has_two_spaces_three_dots_or_an_s_in_brackets(texts) -> None:
    odd = re.compile(r"\S  \S(?!.*%\()|\.\.\.|\(e?s\)| [,.;:](?!\w)| - ")
    assert [sentence for sentence in sentences_of(texts) if odd.search(sentence)] == []


def test_no_text_uses_a_word_that_the_pages_do_not_use(texts) -> None:
    assert [sentence for sentence in sentences_of(texts) if PLAIN.search(sentence)] == []


def test_the_last_of_several_sentences_ends_as_the_others_do(texts) -> None:
    several, ended = re.compile(r"[a-z”]{2}[.?!] [A-Z“]"), re.compile(rf"([.?!:…]”?|{FIGURE})$")
    assert [each for each in sentences_of(texts) if several.search(each) and not ended.search(each.strip())] == []


def test_what_is_counted_has_a_singular_unless_it_is_never_1(texts) -> None:
    nouns = {"people"}
    for one, many in (forms for forms in texts if len(forms) == 2):
        for (_, single), (_, several) in zip(COUNTED.findall(one), COUNTED.findall(many), strict=False):
            nouns |= {several} if several in (f"{single}s", f"{single}es") else set()
    alone = (part for forms in texts if len(forms) == 1 for part in COUNTED.findall(forms[0]))
    verbs = {"%(name)s points", "%(target)s wins"}
    assert {part for part, noun in alone if noun in nouns} - verbs - NEVER_ONE == set()
