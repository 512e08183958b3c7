"""Finds names that may belong to one person: spelt differently, in another order, or with a short first name. Pure.

Names are compared without case, accents and punctuation. Each name is filed under its letters, and under its letters
with any one of them left out. Two names that share such a key differ by one wrong, missing, extra or swapped letter. So
400 names need a few keys each, not 80,000 comparisons.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

SHORT_NAMES = {
    short: long
    for line in """
        william: bill billy will willy
        robert: bob bobby rob robbie
        richard: dick rick ricky rich
        james: jim jimmy jamie
        john: jack johnny jon
        michael: mike mick micky
        thomas: tom tommy
        david: dave davy
        elizabeth: liz lizzie beth betty eliza
        margaret: maggie meg peggy
        katherine: kate katie kathy cathy catherine
        susan: sue susie
        patricia: pat patsy paddy trish
        christopher: chris kit
        anthony: tony
        stephen: steve
        peter: pete
        edward: ted ned eddie
        henry: harry hal
        ann: annie anna nan
        albert: bert bertie
        alfred: alf alfie
        andrew: andy
        barbara: barb babs
        benjamin: ben
        daniel: dan danny
        deborah: deb debbie
        dorothy: dot dottie dolly
        eleanor: nell nellie
        florence: flo flossie
        frederick: fred freddie freddy
        geoffrey: geoff jeff
        joseph: joe joey
        kenneth: ken kenny
        leonard: len lenny
        matthew: matt
        nicholas: nick nicky
        pamela: pam
        philip: phil phillip
        raymond: ray
        reginald: reg reggie
        ronald: ron ronnie
        samuel: sam sammy
        sarah: sally
        sidney: sid sydney
        stanley: stan
        victoria: vicky
        walter: walt wally
        wilfred: wilf
        winifred: win winnie
    """.strip().splitlines()
    for long, *shorts in [line.replace(":", "").split()]
    for short in shorts
}
SHORTEST = 5
"""A name needs this many letters before a misspelling is looked for: in a shorter one each letter matters."""


@dataclass(frozen=True)
class KnownName:
    """The name of one person. `filed` is the name as `foundation.wording.order_key` returns it; `note` and `nickname`
    likewise."""

    pk: int
    filed: str
    note: str = ""
    nickname: str = ""


def find_alike(names: Iterable[KnownName]) -> list[tuple[int, int]]:
    """Returns pairs that may be one person, each once, the lower number first. Two people with the same name and
    different notes are not a pair: the notes tell them apart."""
    known = list(names)
    found: set[tuple[int, int]] = set()
    buckets: dict[str, list[KnownName]] = {}
    initials: dict[str, list[KnownName]] = {}
    for name in known:
        for key in set(_keys_of(name)):
            buckets.setdefault(key, []).append(name)
        words = _words_of(name.filed)
        if len(words) > 1 and len(words[0]) == 1:
            initials.setdefault(f"{words[0]} {words[-1]}", []).append(name)
    for name in known if initials else ():
        words = _words_of(name.filed)
        if len(words) > 1 and len(words[0]) > 1:
            for short in initials.get(f"{words[0][0]} {words[-1]}", ()):
                buckets.setdefault(f"initial {name.pk} {short.pk}", []).extend((name, short))
    for alike in buckets.values():
        for place, one in enumerate(alike):
            for other in alike[place + 1 :]:
                if one.pk != other.pk and not _are_told_apart(one, other):
                    found.add((min(one.pk, other.pk), max(one.pk, other.pk)))
    return sorted(found)


def _are_told_apart(one: KnownName, other: KnownName) -> bool:
    has_notes = bool(one.note and other.note) and one.note != other.note
    return has_notes or re.findall(r"\d+", one.filed) != re.findall(r"\d+", other.filed)


def _keys_of(name: KnownName) -> Iterator[str]:
    words = _words_of(name.filed)
    if not words:
        return
    letters = "".join(sorted(words))
    yield letters
    if len(letters) >= SHORTEST:
        yield from (letters[:place] + letters[place + 1 :] for place in range(len(letters)))
    long = [SHORT_NAMES.get(word, word) for word in words]
    yield "long " + " ".join(sorted(long))
    if len(words) > 1:
        if name.nickname:
            yield "long " + " ".join(sorted([*(SHORT_NAMES.get(w, w) for w in _words_of(name.nickname)), words[-1]]))
    elif name.nickname:
        yield "long " + " ".join(sorted(_words_of(name.nickname)))


@lru_cache(maxsize=1024)
def _words_of(filed: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[^\W_]+", filed.replace("'", "").replace("’", "")))
