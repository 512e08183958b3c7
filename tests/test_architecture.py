"""The house: which room may import which, and what holds inside each. Read off the import statements of the source."""

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from inspect import isfunction
from pathlib import Path

from tournament.foundation.log_actions import ACTIONS

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted([*ROOT.glob("scoring/**/*.py"), *ROOT.glob("tournament/**/*.py")])

# Every room of `tournament`, lowest first, with the rooms that it may import. What is in no room (settings, urls, asgi,
# commands) ties them together. `ranking` stands below `movements`: a Swiss draw prints the scores that it goes by.
ROOMS = {
    "ranking": "",
    "movements": "ranking",
    "formats": "ranking movements",
    "models": "ranking formats",
    "foundation": "ranking models",
    "storage": "",
    "web": "models foundation storage",
    "press": "",
    "club": "models foundation web press",
    "rules": "ranking formats models club",
    "lists": "",
    "event": "ranking movements formats models foundation web club rules lists",
    "matches": "formats models foundation rules event",
    "standings": "ranking movements formats models foundation web club rules event matches",
    "draw": "ranking movements formats models foundation web club event matches standings",
    "clock": "movements formats models foundation web event draw",
    "hands": "formats models foundation web rules event matches draw clock",
    "results": "models foundation web club rules event matches standings hands",
    "door": "movements models foundation web lists event matches draw hands",
    "phone": "formats models foundation web club rules event matches standings draw clock hands results door",
    "paper": (
        "movements formats models foundation storage web press club rules event matches standings draw clock hands door"
    ),
    "people": "models foundation storage web club lists event matches door paper",
    "signup": "models foundation web club lists event door",
    "screens": "models foundation web club event matches standings draw clock",
    "leagues": "ranking movements formats models foundation web press club lists event matches draw door paper",
    "federation": "models foundation web club leagues",
    "seasons": "ranking models foundation web press club event standings paper",
    "statistics": "ranking models foundation web press club rules paper seasons",
    "publishing": "models foundation storage web club event matches standings draw leagues seasons statistics",
    "live": "models foundation web",
    "backup": "models foundation storage web paper",
    "desk": (
        "formats models foundation web club rules event matches standings draw clock hands results door"
        " phone screens seasons publishing backup"
    ),
    "transfer": "formats models foundation storage web club lists event matches standings hands door people seasons",
    "api": "ranking models foundation web club event matches standings draw clock leagues seasons statistics transfer",
    "rehearsal": "formats models club",
    "server": "formats models storage web press event draw results door leagues live backup",
}
# In a room, each may import those before it. Whatever else a room has is pure logic or a piece of machinery of its own.
LAYERS = ["queries", "services", "forms", "views", "urls"]
# Rooms talk through queries and services, but for these: the form of a hand is asked on the table's phone too, and the
# draw of a second hour asks for the cards that were cut; and an evening's form has the rules of the house.
SHARED_FORMS = {
    *{("phone", "hands"), ("results", "hands"), ("draw", "standings"), ("event", "rules")},
}
PURE = [
    "tournament.ranking",
    "tournament.movements",
    "tournament.clock.round_clock",
    "tournament.clock.timetable",
    *("tournament.lists.parsing", "tournament.lists.headings", "tournament.lists.contacts", "tournament.lists.marks"),
    *("tournament.lists.surnames", "tournament.lists.results", "tournament.lists.amounts"),
    *("tournament.lists.calendar_words", "tournament.lists.name_list"),
    *("tournament.lists.partners", "tournament.lists.remarks"),
]
# As pure, but for labels that pages translate.
PURE_WITH_WORDS = [
    "tournament.formats",
    *("tournament.rules.house_rules", "tournament.rules.examples"),
    *("tournament.leagues.results_file", "tournament.leagues.results_reader"),
    *("tournament.leagues.doubts", "tournament.leagues.spelling"),
    *("tournament.seasons.rule", "tournament.seasons.evening", "tournament.seasons.series"),
    *("tournament.seasons.hands", "tournament.statistics.person"),
    "tournament.press.sheets",
    *("tournament.lists.tables", "tournament.lists.dates", "tournament.lists.names"),
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
    assert folders - {"management", "migrations"} == set(ROOMS)


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
    words = ("django.utils.functional", "django.utils.text", "django.utils.translation", "django.utils.formats")
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


def test_no_line_of_a_template_is_longer_than_a_screen() -> None:
    assert [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sorted((ROOT / "templates").rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if len(line) > 160
    ] == []


def test_html_is_written_in_templates_alone() -> None:
    """A pattern or a mark that a file looks for is no HTML that it writes."""
    tag = re.compile(r"(?<!P)</?[a-z][a-z0-9-]*(?:[ >/]|$)")
    sought = {"press/layers.py", "press/renderer.py", "paper/documents/table_sheets.py", "publishing/site_folder.py"}
    sought |= {"lists/parsing.py", "club/forms.py"}
    texts = {
        f"{path.relative_to(ROOT / 'tournament')}: {node.value[:60]}"
        for path in sources_in("tournament")
        for node in nodes_of(path)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and tag.search(node.value)
    }
    assert sorted(text for text in texts if text.split(":")[0] not in sought) == []


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


DOCUMENTED = {
    *("_meta", "_state", "_default_manager", "_base_manager"),
    *("_replace", "_asdict", "_fields", "_make"),
    "_exit",
}
"""Names of libraries that begin with an underscore and stand in their documentation all the same."""


def test_no_module_names_a_private_part_of_a_library() -> None:
    found = []
    for source in SOURCES:
        tree = ast.parse(source.read_text())
        own = {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
        own |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and is_of_self(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and is_private(node.attr) and node.attr not in own | DOCUMENTED:
                found.append(f"{source.relative_to(ROOT)}:{node.lineno} {node.attr}")
            if isinstance(node, ast.ImportFrom) and not (node.module or "").startswith(("tournament", "scoring")):
                found += [
                    f"{source.relative_to(ROOT)} imports {each.name}" for each in node.names if is_private(each.name)
                ]
    assert found == []


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def is_of_self(node: ast.Attribute) -> bool:
    return isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")


def test_no_module_writes_sql_with_the_parts_of_the_compiler_of_django() -> None:
    reaching = re.compile(r"django\.db\.models\.sql|\bget_compiler\b|\.as_sql\(|\bSQLCompiler\b")
    assert [str(source.relative_to(ROOT)) for source in SOURCES if reaching.search(source.read_text())] == []


def test_no_class_replaces_a_private_part_of_a_class_of_a_library() -> None:
    found = []
    for source in SOURCES:
        module = import_module(".".join(source.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"))
        for each in vars(module).values():
            if isinstance(each, type) and each.__module__ == module.__name__:
                foreign = [base for base in each.__mro__ if not base.__module__.startswith(("tournament", "scoring"))]
                own = [
                    name
                    for name, value in vars(each).items()
                    if isfunction(value) and value.__module__ == module.__name__ and is_private(name)
                ]
                found += [f"{each.__qualname__}.{name}" for name in own if any(hasattr(base, name) for base in foreign)]
    assert found == []


def test_each_action_of_the_log_is_a_value_of_one_room_which_a_service_notes() -> None:
    defined = [
        (path.name, ast.unparse(node.targets[0]), ast.unparse(node.value.args[0]))
        for path in SOURCES
        for node in nodes_of(path)
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and called(node.value) == "LogAction"
    ]
    made = [node for path in SOURCES for node in nodes_of(path) if isinstance(node, ast.Call)]
    assert len(defined) == len([call for call in made if called(call) == "LogAction"]) == len(ACTIONS)
    assert [each for each in defined if each != ("log_actions.py", each[1], f"'{each[1].lower()}'")] == []
    noted = {
        node.id
        for path in sources_of_layer("services")
        for node in nodes_of(path)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)
    }
    assert sorted({constant for _file, constant, _name in defined} - noted) == []


def test_the_log_is_asked_for_an_action_by_its_value() -> None:
    """A string in a query would match nothing, without an error, once the action is renamed."""
    asked = [
        f"{module_of(path)}:{text.lineno} names {text.value}"
        for path in SOURCES
        for node in nodes_of(path)
        for text in actions_asked_for(node)
        if str(text.value) in ACTIONS
    ]
    assert asked == []


def called(call: ast.Call) -> str:
    return ast.unparse(call.func)


def actions_asked_for(node: ast.AST) -> list[ast.Constant]:
    """Returns the constants that an expression compares with the action of a log line."""
    parts: list[ast.AST] = []
    if isinstance(node, ast.keyword) and node.arg in ("action", "action__in"):
        parts = [node.value]
    if isinstance(node, ast.Compare) and ast.unparse(node.left).endswith(".action"):
        parts = list(node.comparators)
    return [each for part in parts for each in ast.walk(part) if isinstance(each, ast.Constant)]
