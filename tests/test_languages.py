"""That Hangjack can be translated: all texts are collected, and in an invented language nothing shows in English.

Names of people, clubs and evenings are Greek here, so that any English word comes from the program.
"""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.apps import apps
from django.conf import settings
from django.db import models
from django.http import HttpResponse
from django.utils import translation
from jinja2 import Environment

from scoring import RULE_SETS
from tests import evenings, round_evenings, test_who_may
from tests.evenings import by_lot
from tests.invented_language import CODE, KEPT, ShownWords, collect_texts, lengthen, speaking, write_language
from tests.paper.test_on_every_sheet import offered
from tests.press.laid_out import faults_of
from tests.round_evenings import out, rule_all
from tests.test_who_may import ROWS, Hall
from tournament.desk.queries.help_topics import TOPICS
from tournament.foundation.revision_cache import RevisionCache
from tournament.models import Event, LogEntry
from tournament.paper.documents import DOCUMENTS
from tournament.paper.typesetting import order_of
from tournament.press.sheets import Options

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
hall = test_who_may.hall

ENGLISH = re.compile(r"[A-Za-z]*[a-z][A-Za-z]+|[A-Za-z]+[a-z][A-Za-z]*")
"""Two letters or more, not all capitals: those are codes, and what is called CSV or PDF everywhere."""
DATA = re.compile(
    re.escape(settings.VERSION)
    + "|"
    + re.escape(settings.COMMAND)
    + r"|\{\w+\}|(https?://)?(testserver|192\.168\.1\.5)[\w:/.-]*|\S+@example\.org"
    r"|hangjack-[\w-]+\.hangjack"  # the name of a backup's file
)
NAMES = {
    *("Hangjack", "Ann", "Bea", "Cy", "Dan"),  # the program, and people in the examples of house rules
    *("Enter", "Shift", "Ctrl", "Escape", "Page", "Down", "Up"),  # keys
    "None",  # the number of a hand, in a form that was sent without it
}
SOURCES = [rules.source for rules in RULE_SETS.values()]
"""Titles of documents."""
FOR_PROGRAMS = {"api_docs", "league_csv"}
"""Documentation of an API, and the columns of a file that is imported again, are the same everywhere."""
GREEK = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", "αβγδεζηθικλμνξοπρστυφχψωάέΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩΆΈ"
)
NAMING = {"name", "username", "nickname", "reason", "wifi_password", "members_code", "league", "team", "other"}
"""The fields in which people have written."""


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    return collect_texts(tmp_path_factory.mktemp("collected"))


@pytest.fixture(scope="module")
def language(catalog: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("locale")
    write_language(folder, catalog)
    return folder


@pytest.fixture(scope="module")
def long_language(catalog: Catalog, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("long-locale")
    write_language(folder, catalog, lengthen)
    return folder


def write_names_in_greek() -> None:
    """Also in the log and in whatever else is stored as JSON."""
    names: dict[str, str] = {}
    tables = list(apps.get_app_config("tournament").get_models())
    for table in tables:
        texts = [field for field in table._meta.concrete_fields if isinstance(field, models.CharField)]
        fields = [field.name for field in texts if field.name in NAMING]
        for row in table._default_manager.values("pk", *fields) if fields else ():
            written = {field: row[field].translate(GREEK) for field in fields if row[field]}
            names |= {row[field]: written[field] for field in written}
            table._default_manager.filter(pk=row["pk"]).update(**written)
    for log in LogEntry.objects.filter(action="change_settings"):  # in the words of whoever changed a setting
        words = [word for values in (log.before, log.after) for word in values.values() if isinstance(word, str)]
        names |= {word: word.translate(GREEK) for word in words}
    for table in tables:
        for field in (each.name for each in table._meta.concrete_fields if isinstance(each, models.JSONField)):
            for pk, value in table._default_manager.values_list("pk", field):
                table._default_manager.filter(pk=pk).update(**{field: _rename(value, names)})


def _rename(value: object, names: dict[str, str]) -> object:
    if isinstance(value, dict):
        return {key: _rename(each, names) for key, each in value.items()}
    if isinstance(value, list):
        return [_rename(each, names) for each in value]
    return names.get(value, value) if isinstance(value, str) else value


def find_english(text: str) -> list[str]:
    for source in SOURCES:
        text = text.replace(source, "")
    return [word for word in ENGLISH.findall(DATA.sub("", text)) if word not in NAMES]


def find_english_of_page(page: str) -> list[str]:
    return [" ".join(text.split()) for text in ShownWords(page).texts if find_english(text)]


def find_english_of_answer(name: str, answer: HttpResponse) -> list[str]:
    """Of a page or a file for spreadsheets; a fault of the program is found too."""
    kind = answer.headers.get("Content-Type", "")
    if answer.status_code >= 500:
        return [f"status {answer.status_code}"]
    if name.split()[0] in FOR_PROGRAMS or name.startswith("api_") or not kind.startswith(("text/html", "text/csv")):
        return []
    content = (b"".join(answer) if answer.streaming else answer.content).decode()
    return find_english_of_page(content) if kind.startswith("text/html") else find_english(content)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("who", ["nobody", "phone of this table", "director"])
def test_no_page_shows_english_in_another_language(hall: Hall, language: Path, who: str) -> None:
    """Also not after a press, or where a form is sent empty."""
    write_names_in_greek()
    hall.people[who].cookies[settings.LANGUAGE_COOKIE_NAME] = CODE
    found: dict[str, list[str]] = {}
    with speaking(language):
        for name in ROWS:
            for method in ("GET", "POST"):
                RevisionCache.forget_all()
                for text in find_english_of_answer(name, hall.ask(name, method, who)):
                    found.setdefault(text, []).append(f"{method} {name}")
    assert found == {}


@pytest.mark.slow
@pytest.mark.django_db
def test_no_help_shows_english_in_another_language(hall: Hall, language: Path) -> None:
    write_names_in_greek()
    hall.people["director"].cookies[settings.LANGUAGE_COOKIE_NAME] = CODE
    with speaking(language):
        pages = {
            topic.key: find_english_of_answer(
                "help_topic", hall.ask("help_topic", "GET", "director", names={"key": topic.key})
            )
            for topic in TOPICS
        }
    assert {key: found for key, found in pages.items() if found} == {}


def play_kent(evening_of: Callable[..., evenings.Evening], _rounds_of: object) -> evenings.Evening:
    evening = evening_of(11).begun()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    evening.second()
    evening.play_rounds(2)
    evening.hand_in(2, by_lot)
    return evening


def play_pairs(_evening_of: object, rounds_of: Callable[..., evenings.Evening]) -> evenings.Evening:
    return _play_rounds(rounds_of(5, plan=[["round-robin", 0]]), 3)


def play_teams(_evening_of: object, rounds_of: Callable[..., evenings.Evening]) -> evenings.Evening:
    return _play_rounds(rounds_of(4, plan=[["knock-out", 0]], enters="teams"), 2)


def play_pitch(evening_of: Callable[..., evenings.Evening], _rounds_of: object) -> evenings.Evening:
    return evening_of(11, format="auction-pitch-tables", table_size=5).begun()


def play_tables(evening_of: Callable[..., evenings.Evening], _rounds_of: object) -> evenings.Evening:
    return evening_of(12, format="trinidad-tables").begun()


def _play_rounds(evening: evenings.Evening, rounds: int) -> evenings.Evening:
    for number in range(1, rounds + 1):
        out(evening, number)
        rule_all(evening, number)
    return evening


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("play", [play_kent, play_pairs, play_teams, play_pitch, play_tables])
def test_no_document_shows_english_in_another_language(play, evening_of, rounds_of, language: Path) -> None:
    evening = play(evening_of, rounds_of)
    write_names_in_greek()
    event = Event.objects.get(pk=evening.event.pk)
    found: dict[str, list[str]] = {}
    with speaking(language), translation.override(CODE):
        for key, hour in offered(event):
            order = order_of(DOCUMENTS[key], event, hour, address="http://192.168.1.5:8000", now=evening.now)
            for text in (each for part in order.job.parts for each in find_english_of_page(part)):
                found.setdefault(text, []).append(key)
    assert found == {}


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("play", [play_kent, play_pairs, play_teams, play_pitch, play_tables])
def test_words_that_are_two_fifths_longer_leave_nothing_cut_off_or_over_something_else(
    play, evening_of, rounds_of, long_language: Path
) -> None:
    evening = play(evening_of, rounds_of)
    event = Event.objects.get(pk=evening.event.pk)
    faults: dict[str, list[str]] = {}
    with speaking(long_language), translation.override(CODE):
        for key, hour in offered(event):
            document = DOCUMENTS[key]
            options = Options(pieces=document.usual_pieces)
            order = order_of(document, event, hour, address="http://192.168.1.5:8000", options=options, now=evening.now)
            faults[key] = [fault for part in order.job.parts for fault in faults_of(part, order.job.emblem)]
    assert {key: each for key, each in faults.items() if each} == {}


def test_a_language_with_three_forms_of_a_number_shows_each(language: Path) -> None:
    with speaking(language), translation.override(CODE):
        shown = [translation.ngettext("%(n)s player", "%(n)s players", n)[-1] for n in (1, 3, 7)]
    assert shown == ["⟧", "²", "³"]


def test_labels_of_values_in_pure_rooms_are_collected(catalog: Catalog) -> None:
    collected = {message.id for message in catalog}
    words = [
        "Points between them",
        "Hour 2",
        "Evenings won",
        "All Fours (Trinidad)",
        "bullseye",
        "Nobody reported High.",
    ]
    assert [text for text in words if text not in collected] == []


def test_both_forms_of_a_text_have_the_same_values(catalog: Catalog) -> None:
    """The form for one may leave the number out."""
    uneven = []
    for message in catalog:
        if isinstance(message.id, tuple):
            one, many = (set(re.findall(r"%\((\w+)\)", text)) for text in message.id)
            if one - many or len(many - one) > 1:
                uneven.append(message.id)
    assert uneven == []


TEXTS = {"_", "_now", "_lazy", "gettext", "gettext_lazy", "ngettext", "pgettext", "pgettext_lazy", "gettext_noop"}
EAGER = {"gettext", "ngettext", "pgettext"}


def calls_of(tree: ast.AST, names: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names:
            yield node


def python_files() -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((settings.BASE_DIR / "tournament").rglob("*.py")):
        yield str(path.relative_to(settings.BASE_DIR)), ast.parse(path.read_text())


def test_no_text_is_marked_inside_an_f_string() -> None:
    """Babel does not look for texts there on every version of Python."""
    hidden = {
        f"{path}:{call.lineno}"
        for path, tree in python_files()
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for call in calls_of(node, TEXTS)
        if isinstance(call.args[0], ast.Constant)
    }
    assert sorted(hidden) == []


def test_no_text_is_translated_while_a_module_is_imported() -> None:
    """It would stay in the language of that moment."""
    early = set()
    for path, tree in python_files():
        imported = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
            for alias in node.names
            if alias.name in EAGER
        }
        inside = {
            id(call)
            for node in ast.walk(tree)
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            for call in calls_of(node, imported)
        }
        early |= {f"{path}:{call.lineno}" for call in calls_of(tree, imported) if id(call) not in inside}
    assert sorted(early) == []


ATTRIBUTES = re.compile(r"{%-?\s*block (width|page|live|root|style)\s*-?%}.*?{%-?\s*endblock", re.S)
"""Blocks that fill an attribute of the tag of a page."""


def text_outside_marks(source: str) -> str:
    """Returns what a template writes without gettext: tags stay, values and marked texts go."""
    written, block, is_marked = [], "", False
    source = ATTRIBUTES.sub("", source)
    for _line, kind, value in Environment(extensions=["jinja2.ext.i18n"]).lex(source):
        if kind == "data":
            written.append("" if is_marked else value)
        elif kind in ("block_begin", "variable_begin"):
            block = ""
        elif kind == "block_end":
            is_marked = (block.split() or [""])[0] == "trans" or is_marked and "endtrans" not in block.split()
        else:
            block += value
    # Parts of a tag: what htmx is told, attributes that have only values, names of a query, lengths of a style.
    return re.sub(
        r"""hx-(?!confirm|prompt)[\w-]+=("[^"]*"|'[^']*')|[\w-]+=""|\w+=|&amp;|; [\w-]+: em\b""", "", "".join(written)
    )


def test_no_template_has_a_text_that_is_not_marked() -> None:
    """Also in what a page never shows in the tests above; commands and examples of files stand in <code> and <pre>."""
    found = {
        str(path.relative_to(settings.BASE_DIR)): texts
        for path in sorted((settings.BASE_DIR / "templates").rglob("*.html"))
        if (texts := find_english_of_page(text_outside_marks(path.read_text())))
    }
    assert found == {}


def test_values_and_tags_stay_as_they_are_in_the_invented_language() -> None:
    assert KEPT.findall('<b class="a">%(n)s</b> of %d&nbsp;{name} 5%%') == [
        *('<b class="a">', "%(n)s", "</b>", "%d", "&nbsp;", "{name}", "%%"),
    ]
