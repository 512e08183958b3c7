"""The house: which room may import which, and what holds inside each. Read off the import statements of the source."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted([*ROOT.glob("scoring/**/*.py"), *ROOT.glob("tournament/**/*.py")])

# Every room of `tournament`, lowest first, with the rooms that it may import. What is in no room (settings, urls, asgi,
# commands) ties them together. `ranking` stands below `movements`: a Swiss draw prints the scores that it goes by.
ROOMS = {
    "ranking": "",
    "movements": "ranking",
    "formats": "ranking movements",
    "models": "formats",
    "foundation": "ranking models",
    "press": "",
    "club": "models foundation press",
    "event": "ranking movements formats models foundation club",
    "matches": "formats models foundation event",
    "standings": "ranking movements formats models foundation club event",
    "draw": "ranking movements formats models foundation club event matches standings",
    "clock": "movements formats models foundation event draw",
    "hands": "formats models foundation event matches draw clock",
    "results": "models foundation event matches hands",
    "door": "movements models foundation event matches draw hands",
    "phone": "formats models foundation club event matches standings draw clock hands",
    "paper": "movements formats models foundation press club event matches standings draw clock hands results door",
    "people": "models foundation club event matches door paper",
    "signup": "models foundation event door",
    "screens": "models foundation club event matches standings draw clock",
    "leagues": "ranking movements models foundation press club paper",
    "seasons": "ranking models foundation press club paper standings",
    "statistics": "ranking models foundation club event seasons",
    "publishing": "models foundation club event standings draw leagues seasons statistics",
    "live": "models foundation",
    "backup": "models foundation paper",
    "desk": (
        "formats models foundation club event matches standings draw clock hands"
        " door people paper screens leagues seasons backup"
    ),
    "transfer": "formats models foundation club event matches standings hands door people seasons",
    "api": "ranking models foundation club event matches standings draw clock leagues seasons statistics transfer",
    "server": "formats models foundation press event matches draw door leagues backup",
}
# In a room, each may import those before it. Whatever else a room has is pure logic or a piece of machinery of its own.
LAYERS = ["queries", "services", "forms", "views", "urls"]
# Rooms talk through queries and services, but for these: the form of a hand is asked on the table's phone too, and the
# draw of a second hour asks for the cards that were cut.
SHARED_FORMS = {("phone", "hands"), ("results", "hands"), ("draw", "standings")}
PURE = ["tournament.ranking", "tournament.movements", "tournament.clock.round_clock", "tournament.clock.timetable"]
# As pure, but for labels that pages translate.
PURE_WITH_WORDS = [
    "tournament.formats",
    *("tournament.club.house_rules", "tournament.club.house_rule_examples"),
    *("tournament.leagues.results_file", "tournament.leagues.doubts", "tournament.leagues.spelling"),
    *("tournament.seasons.rule", "tournament.seasons.evening", "tournament.seasons.series"),
    *("tournament.seasons.hands", "tournament.statistics.person"),
    "tournament.press.sheets",
]
WRITES = {
    *("save", "create", "update", "delete", "get_or_create", "update_or_create"),
    *("bulk_create", "bulk_update", "asave", "acreate", "aupdate", "adelete"),
}
# `messages`, sessions, forms and dictionaries have an `update` or `save` too, but only these may be written by a view.
MAY_BE_UPDATED = {"context", "headers", "session"}


def module_of(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), filename=str(path))


@cache
def nodes_of(path: Path) -> list[ast.AST]:
    return list(ast.walk(tree_of(path)))


@cache
def imports_of(path: Path) -> list[str]:
    """Every module that a file names in an import; of `from a import b` both `a` and `a.b`."""
    package = list(path.relative_to(ROOT).parent.parts)
    found: list[str] = []
    for node in nodes_of(path):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            found += [module, *(f"{module}.{alias.name}" for alias in node.names)]
    return found


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def room_of(module: str) -> str | None:
    name = module.split(".")[1] if module.startswith("tournament.") else ""
    return name if name in ROOMS else None


def layer_of(module: str) -> str | None:
    name = [*module.split("."), "", ""][2]
    return name if name in LAYERS else None


def sources_in(*packages: str) -> list[Path]:
    return [path for path in SOURCES if any(is_in(module_of(path), package) for package in packages)]


def sources_of_layer(*layers: str) -> list[Path]:
    return [path for path in SOURCES if room_of(module_of(path)) and layer_of(module_of(path)) in layers]


def imports_between_rooms() -> Iterator[tuple[str, str]]:
    """A module in a room, and what it imports of any room, its own among them."""
    for path in SOURCES:
        if room_of(module_of(path)):
            yield from ((module_of(path), name) for name in imports_of(path) if room_of(name))


def offences(paths: list[Path], *forbidden: str) -> list[str]:
    return sorted(
        {
            f"{module_of(path)} imports {name}"
            for path in paths
            for name in imports_of(path)
            if any(is_in(name, package) for package in forbidden)
        }
    )


def test_every_folder_of_the_tournament_is_a_room() -> None:
    folders = {path.name for path in (ROOT / "tournament").iterdir() if path.is_dir() and path.name[0] not in "._"}
    assert folders - {"management", "migrations", "templatetags"} == set(ROOMS)


def test_a_room_may_import_only_rooms_that_stand_before_it() -> None:
    order = list(ROOMS)
    upwards = {(room, other) for room, others in ROOMS.items() for other in others.split() if other not in order}
    upwards |= {(room, o) for room, os in ROOMS.items() for o in os.split() if order.index(o) >= order.index(room)}
    assert upwards == set()


def test_a_room_imports_only_the_rooms_of_its_line() -> None:
    others = {
        f"{module} imports {name}"
        for module, name in imports_between_rooms()
        if room_of(name) not in [room_of(module), *ROOMS[str(room_of(module))].split()]
    }
    assert sorted(others) == []


def test_a_line_names_no_room_that_is_not_imported() -> None:
    seen = {(room_of(module), room_of(name)) for module, name in imports_between_rooms()}
    assert [
        (room, other) for room, others in ROOMS.items() for other in others.split() if (room, other) not in seen
    ] == []


def test_in_a_room_imports_point_one_way() -> None:
    upwards = {
        f"{module} imports {name}"
        for module, name in imports_between_rooms()
        if room_of(module) == room_of(name)
        and (own := layer_of(module)) is not None
        and (other := layer_of(name)) is not None
        and LAYERS.index(other) > LAYERS.index(own)
    }
    assert sorted(upwards) == []


def test_rooms_talk_through_queries_and_services() -> None:
    others = {
        f"{module} imports {name}"
        for module, name in imports_between_rooms()
        if room_of(module) != room_of(name)
        and layer_of(name) in ("forms", "views", "urls")
        and not (layer_of(name) == "forms" and (room_of(module), room_of(name)) in SHARED_FORMS)
    }
    assert sorted(others) == []


def test_scoring_is_the_standard_library_only() -> None:
    foreign = {
        f"{module_of(path)} imports {name}"
        for path in sources_in("scoring")
        for name in imports_of(path)
        if (top := name.split(".")[0]) != "scoring" and top not in sys.stdlib_module_names
    }
    assert sorted(foreign) == []


def test_nobody_imports_deeper_than_scoring_itself() -> None:
    deeper = {
        f"{module_of(path)} imports {node.module}"
        for path in sources_in("tournament")
        for node in nodes_of(path)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("scoring.")
    }
    assert sorted(deeper) == []


def test_movements_ranking_and_the_clock_know_no_django() -> None:
    assert offences(sources_in(*PURE), "django", "tournament.models") == []


def test_formats_and_house_rules_know_of_django_only_its_words() -> None:
    words = ("django.utils.functional", "django.utils.text", "django.utils.translation")
    known = {name for path in sources_in(*PURE_WITH_WORDS) for name in imports_of(path) if is_in(name, "django")}
    assert sorted(name for name in known if not any(is_in(name, each) for each in words)) == []
    assert offences(sources_in(*PURE_WITH_WORDS), "tournament.models") == []


def test_services_and_queries_know_nothing_of_http() -> None:
    assert offences(sources_of_layer("services", "queries"), "django.http", "django.shortcuts") == []


def test_views_never_write() -> None:
    writes = {
        f"{module_of(path)}:{node.lineno} calls {ast.unparse(node.func)}"
        for path in sources_of_layer("views")
        for node in nodes_of(path)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in WRITES
        and ast.unparse(node.func.value).split(".")[-1] not in MAY_BE_UPDATED
    }
    assert sorted(writes) == []


def test_no_folder_is_crowded() -> None:
    folders = [path for top in ("tournament", "templates", "tests") for path in [*(ROOT / top).rglob("*"), ROOT / top]]
    counts = {
        str(folder.relative_to(ROOT)): sum(file.suffix in (".py", ".html") for file in folder.iterdir())
        for folder in folders
        if folder.is_dir() and not {"migrations", "__pycache__"} & set(folder.parts)
    }
    most = {"templates": 30, "tournament": 25, "tests": 25}
    assert {name: count for name, count in counts.items() if count > most[name.split("/")[0]]} == {}


def test_nothing_is_called_utils_or_helpers() -> None:
    names = {"utils", "util", "helpers", "helper", "misc", "common"}
    assert [module_of(path) for path in SOURCES if path.stem in names or path.parent.name in names] == []


def test_a_template_names_only_classes_that_there_are() -> None:
    named = re.compile(r"\b((?:[a-z_]+\.)+)([A-Z]\w+)\b")
    unknown = []
    for template in sorted(ROOT.glob("templates/**/*.html")):
        for comment in re.findall(r"{% comment %}(.*?){% endcomment %}", template.read_text(), re.S):
            for module, name in named.findall(comment):
                path = ROOT.joinpath("tournament", *module.split(".")[:-1])
                files = [path.with_suffix(".py"), *path.glob("*.py")]
                if path.parent.is_dir() and not any(f"class {name}" in f.read_text() for f in files if f.is_file()):
                    unknown.append(f"{template.relative_to(ROOT)}: {module}{name}")
    assert unknown == []


def test_imports_stand_at_the_top_of_a_file() -> None:
    hidden = {
        f"{module_of(path)}:{inner.lineno}"
        for path in SOURCES
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    }
    assert sorted(hidden) == []


def test_every_service_that_writes_to_an_evening_says_so():
    """In the log, by `note`, which makes a new revision: pages that were made of an earlier one are not shown again."""
    functions = {
        node.name: node
        for path in sources_of_layer("services")
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef) and "contextmanager" not in [ast.unparse(by) for by in node.decorator_list]
    }
    calls = {name: called_in(node) for name, node in functions.items()}
    silent = {name for name in functions if "writing" in calls[name] and "note" not in reached_from(name, calls)}
    assert silent == set()


def test_only_services_know_the_lock_and_none_hands_it_to_a_view():
    """A form is checked before the evening is locked for what it reports; nobody builds one while others wait."""
    locks = ("tournament.foundation.writing", "django.db.transaction")
    assert offences(sources_of_layer("queries", "forms", "views", "urls"), *locks) == []
    held = {
        node.name
        for path in [*sources_of_layer("services"), ROOT / "tournament/foundation/writing.py"]
        for node in nodes_of(path)
        if isinstance(node, ast.FunctionDef) and "contextmanager" in [ast.unparse(by) for by in node.decorator_list]
    }
    assert "writing" in held
    above = {module_of(path): called_in(tree_of(path)) & held for path in sources_of_layer("forms", "views")}
    assert {module: names for module, names in above.items() if names} == {}


def called_in(node: ast.AST) -> set[str]:
    return {call.func.id for call in ast.walk(node) if isinstance(call, ast.Call) and isinstance(call.func, ast.Name)}


def reached_from(name: str, calls: dict[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    ahead = [name]
    while ahead:
        for called in calls.get(ahead.pop(), set()) - reached:
            reached.add(called)
            ahead.append(called)
    return reached
