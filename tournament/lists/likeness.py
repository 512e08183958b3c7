"""Finds names that may belong to one person: spelt differently, in another order, or with a short first name; and
names written in letters of two alphabets, which look like another name. Pure.

Names are compared without case, accents and punctuation. Each name is filed under its letters, and under its letters
with any one of them left out, so that 400 names need a few keys each, not 80,000 comparisons. Two names that share such
a key are then compared word by word (`_is_like`).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz.distance import OSA

SHORT_NAMES = """
    william: bill billy will willy billie liam
    robert: bob bobby rob robbie bobbie bert
    richard: dick rick ricky rich dickie richie ritchie
    james: jim jimmy jamie jimmie jem
    john: jack johnny jon johnnie
    michael: mike mick micky mikey mickey
    thomas: tom tommy tommie
    david: dave davy
    elizabeth: liz lizzie beth betty eliza lizzy betsy elsie libby
    margaret: maggie meg peggy peg madge mags maisie greta rita
    katherine: kate katie kathy cathy catherine kath kay kitty kathleen katy kathryn cath kit
    susan: sue susie suzie
    patricia: pat patsy paddy trish patti patty tricia
    christopher: chris kit christy
    anthony: tony
    stephen: steve steven stevie
    peter: pete
    edward: ted ned eddie eddy teddy
    henry: harry hal
    ann: annie anna nan anne nancy
    albert: bert bertie al
    alfred: alf alfie al fred
    andrew: andy drew
    barbara: barb babs
    benjamin: ben benny
    daniel: dan danny dannie
    deborah: deb debbie
    dorothy: dot dottie dolly
    eleanor: nell nellie ellie nora
    florence: flo flossie
    frederick: fred freddie freddy
    geoffrey: geoff jeff
    joseph: joe joey
    kenneth: ken kenny
    leonard: len lenny lennie
    matthew: matt mattie matty
    nicholas: nick nicky
    pamela: pam
    philip: phil phillip
    raymond: ray
    reginald: reg reggie
    ronald: ron ronnie
    samuel: sam sammy sammie
    sarah: sally sadie
    sidney: sid sydney
    stanley: stan
    victoria: vicky vickie
    walter: walt wally
    wilfred: wilf
    winifred: win winnie
    alexander: alex sandy alec
    alexandra: alex sandra
    amanda: mandy
    arthur: art
    beatrice: bea
    bernard: bernie
    charles: charlie chas chuck charley
    christine: chris chrissie christina tina
    clifford: cliff
    clive: cliff
    derek: del
    desmond: des
    donald: don
    douglas: doug
    eugene: gene
    frances: fran francesca
    francis: frank frankie
    gerald: gerry jerry ger
    gillian: gill gilly
    gregory: greg
    gwendolyn: gwen
    harold: harry hal
    helen: nell
    horace: horry
    isabel: bella izzy isobel isabella
    jacqueline: jackie jacqui
    janet: jan
    jennifer: jen jenny jenni
    jeremy: jerry
    jessica: jess jessie
    joanna: jo joanne joan johanna
    josephine: jo josie
    judith: judy
    lawrence: larry laurie laurence
    leslie: les
    lesley: les
    marjorie: marge margie
    martin: marty
    maureen: mo
    mildred: millie
    nathaniel: nat nathan
    norman: norm
    oliver: ollie
    patrick: pat paddy paudie packy
    rebecca: becky becca
    roderick: rod
    rodney: rod
    rosemary: rose rosie
    sandra: sandy
    terence: terry
    theodore: ted theo
    theresa: terry tess teresa
    timothy: tim timmy
    valerie: val
    victor: vic
    vincent: vince
    virginia: ginny
    vivian: viv vivienne
    abigail: abby abbie
    agnes: aggie
    alan: al allan allen
    amelia: millie
    angela: angie
    antoinette: toni
    archibald: archie
    arnold: arnie
    augustus: gus
    augustine: gus
    bartholomew: bart batt
    bernadette: bernie
    bridget: bridie biddy brigid breda bride
    cecilia: celia cissie
    charlotte: lottie
    clarence: clarrie
    constance: connie
    cornelius: con connie neil
    cuthbert: bert
    cynthia: cindy
    dennis: den denny denis dinny
    denis: den denny dinny
    diana: di
    edith: edie
    edmund: ted ned eddie
    edwin: ted ned eddie
    ellen: nell nellie nelly
    ernest: ernie
    esther: essie hetty
    eileen: eily
    evelyn: evie
    finbarr: barry
    fitzroy: roy
    geraldine: ger gerry
    harriet: hattie hetty
    herbert: bert herbie
    hubert: bert hughie
    hugh: hughie
    ignatius: iggy
    irene: rene
    isaac: ike
    jacob: jake
    jeremiah: jerry
    jonathan: jon johnny
    julia: julie
    kathleen: kath kathy kay kit kitty
    leroy: roy
    lilian: lil lily lillian
    louis: lou lewis
    louise: lou
    lucy: lulu
    madeleine: maddie maddy
    mary: molly polly may maisie mamie
    matilda: tilly
    maurice: mo moss
    mohammed: mo mohamed muhammad
    noreen: nora
    oswald: ozzie
    padraig: paddy pat podge
    penelope: penny
    percival: percy
    phyllis: phil
    prudence: prue
    randolph: randy
    roland: rolly roly
    seamus: shay
    simon: si
    suzanne: sue susie suzie
    sylvester: sly
    tobias: toby
    ursula: ursie
    violet: vi
    wilhelmina: minnie mina
    winston: win
    zachary: zac zack
"""
LONG_NAMES: dict[str, tuple[str, ...]] = {}
"""By short name, the names that it may be short for."""
for line in SHORT_NAMES.strip().splitlines():
    long, *shorts = line.replace(":", "").split()
    for short in shorts:
        LONG_NAMES[short] = (*LONG_NAMES.get(short, ()), long)
LOOK_ALIKE = dict(
    pair.split(":")
    for pair in """
        а:a в:b с:c е:e н:h һ:h і:i ј:j к:k ӏ:l м:m о:o р:p ԛ:q ѕ:s т:t у:y ѵ:v ԝ:w х:x ԁ:d ь:b
        α:a β:b ϲ:c ε:e η:n ι:i ϳ:j κ:k ν:v ο:o ρ:p τ:t υ:u χ:x γ:y ω:w ɑ:a ɡ:g օ:o ս:u ո:n հ:h
    """.split()
)
"""Letters of other alphabets, in lower case, with the letter from A to Z that looks the same."""
APOSTROPHES = "'\u2019\u2018\u02bc\u00b4`\u2032\u02bb\uff07"
SHORTEST = 5
"""A word needs this many letters before a misspelling is looked for: Jim and Tim, Pat and Pam are two people."""
SHORTENED = 3
"""A first name of this many letters may be short for one that begins with it."""
MAYBE = "maybe "
"""Begins the keys that names share which are then compared with each other."""


@dataclass(frozen=True)
class KnownName:
    """The name of one person. `filed` is the name as `foundation.wording.order_key` returns it; `note` and `nickname`
    likewise."""

    pk: int
    filed: str
    note: str = ""
    nickname: str = ""


class AlikeNames:
    """Names, filed so that those like another one are found at once."""

    def __init__(self, names: Iterable[KnownName] = ()) -> None:
        self._filed: dict[str, list[KnownName]] = {}
        for name in names:
            self.add(name)

    def add(self, name: KnownName) -> None:
        for key in {*_keys_of(name), *_keys_of_initial(name, "initial", "whole")}:
            self._filed.setdefault(key, []).append(name)

    def find(self, name: KnownName) -> list[KnownName]:
        """Returns those that may be the person of this name, in the order of their numbers. Two people with the same
        name and different notes are not alike: the notes tell them apart."""
        keys = {*_keys_of(name), *_keys_of_initial(name, "whole", "initial")}
        similar = {
            other.pk: other
            for key in keys
            for other in self._filed.get(key, ())
            if other.pk != name.pk and (not key.startswith(MAYBE) or _is_like(name.filed, other.filed))
        }
        return [similar[pk] for pk in sorted(similar) if not _are_told_apart(name, similar[pk])]


def find_alike(names: Iterable[KnownName]) -> list[tuple[int, int]]:
    """Returns pairs that may be one person, each once, the lower number first."""
    known = list(names)
    filed = AlikeNames(known)
    return sorted({(min(one.pk, two.pk), max(one.pk, two.pk)) for one in known for two in filed.find(one)})


def count_mistakes(one: str, other: str, *, most: int) -> int | None:
    """Counts the letters that are wrong, missing, extra or swapped with the next one; None if there are more than
    `most`."""
    mistakes = OSA.distance(one, other, score_cutoff=most)
    return mistakes if mistakes <= most else None


def is_spelt_alike(one: str, other: str) -> bool:
    """Returns whether two names, as `order_key` returns them, differ by nothing but accents, case, punctuation, spaces
    and letters that look the same."""
    return _look_of(_words_of(one)) == _look_of(_words_of(other))


def write_in_one_alphabet(name: str) -> str:
    """Returns a name that has letters of two alphabets with those from A to Z in place of the ones that look the same;
    any other name as it is."""
    if not mixes_alphabets(name):
        return name
    return "".join(_plain_letter(letter) for letter in name)


def _plain_letter(letter: str) -> str:
    plain = LOOK_ALIKE.get(letter.lower(), letter)
    return plain.upper() if letter.isupper() else plain


def mixes_alphabets(name: str) -> bool:
    """Returns whether a name has letters of an alphabet besides those from A to Z."""
    alphabets = {unicodedata.name(letter, "").split(" ")[0] for letter in name if letter.isalpha()}
    return "LATIN" in alphabets and bool(alphabets - {"LATIN", "MODIFIER", "FEMININE", "MASCULINE"})


def _are_told_apart(one: KnownName, other: KnownName) -> bool:
    has_notes = bool(one.note and other.note) and one.note != other.note
    has_numbers = re.findall(r"\d+", one.filed) != re.findall(r"\d+", other.filed)
    return has_notes or has_numbers and not is_spelt_alike(one.filed, other.filed)


def _keys_of(name: KnownName) -> Iterator[str]:
    words = _words_of(name.filed)
    if not words:
        return
    letters = "".join(sorted(words))
    yield letters
    yield f"look {_look_of(words)}"
    if len(letters) >= SHORTEST:
        yield from (MAYBE + letters[:place] + letters[place + 1 :] for place in range(len(letters)))
        yield MAYBE + letters
    yield from _long_names(words)
    if len(words) > 1 and len(words[0]) >= SHORTENED:
        yield f"{MAYBE}{words[0][:SHORTENED]} {words[-1]}"
    if len(words) > 1:
        if name.nickname:
            yield from _long_names((*_words_of(name.nickname), words[-1]))
    elif name.nickname:
        yield from _long_names(_words_of(name.nickname))


def _is_like(one: str, other: str) -> bool:
    """Returns whether two names differ in one word alone: by one wrong, missing, extra or swapped letter of a long
    word, or because one first name begins the other."""
    only_ours, only_theirs = list(_words_of(one)), list(_words_of(other))
    is_first = only_ours[:1] != only_theirs[:1]
    for word in _words_of(one):
        if word in only_theirs:
            only_ours.remove(word)
            only_theirs.remove(word)
    short, long = sorted(("".join(only_ours), "".join(only_theirs)), key=len)
    if is_first and len(short) >= SHORTENED and long.startswith(short):
        return True
    return len(long) >= SHORTEST and count_mistakes(short, long, most=1) is not None


def _long_names(words: tuple[str, ...]) -> Iterator[str]:
    """Yields a key for each name that the first word may be short for. A short name in another place is one too."""
    for place, word in enumerate(words):
        for long in LONG_NAMES.get(word, ()):
            yield "long " + " ".join(sorted((*words[:place], long, *words[place + 1 :])))
    yield "long " + " ".join(sorted(words))


def _keys_of_initial(name: KnownName, of_initial: str, of_whole: str) -> Iterator[str]:
    """Yields the key of the initial and surname, and says in it which of the two the name has."""
    words = _words_of(name.filed)
    if len(words) > 1:
        yield f"{of_initial if len(words[0]) == 1 else of_whole} {words[0][0]} {words[-1]}"


def _look_of(words: tuple[str, ...]) -> str:
    """Returns the letters of a name, with one for all that look the same."""
    joined = "".join(words).replace("rn", "m").replace("vv", "w")
    return joined.translate(str.maketrans("l10", "iio"))


@lru_cache(maxsize=4096)
def _words_of(filed: str) -> tuple[str, ...]:
    plain = "".join(LOOK_ALIKE.get(letter, letter) for letter in filed if letter not in APOSTROPHES)
    return tuple(re.findall(r"[^\W_]+", plain))
