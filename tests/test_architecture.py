"""The house's one-way dependencies, held over the import statements of the source itself."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted([*ROOT.glob("scoring/**/*.py"), *ROOT.glob("tournament/**/*.py")])

# Each layer may import those before it, and itself. What is in no layer (settings, errors, apps) holds words only.
LAYERS = [
    ["scoring"],
    [
        *("tournament.movements", "tournament.standings", "tournament.clock", "tournament.timetable"),
        *("tournament.guesses", "tournament.kept"),
        *("tournament.formats", "tournament.games"),
    ],
    ["tournament.models"],
    ["tournament.queries"],
    ["tournament.services"],
    ["tournament.forms"],
    ["tournament.printing", "tournament.live"],
    ["tournament.views"],
    ["tournament.urls"],
]
PURE = [
    *("tournament.movements", "tournament.standings", "tournament.clock", "tournament.timetable"),
    *("tournament.guesses", "tournament.kept"),
]
# As pure, but for labels that pages translate.
PURE_WITH_WORDS = [
    "tournament.formats",
    "tournament.games",
    "tournament.house_rules",
    "tournament.examples",
    "tournament.proposals",
    "tournament.pace",
    *("tournament.league_csv", "tournament.league_doubts", "tournament.league_names"),
    "tournament.league_spelling",
    "tournament.presets",
    "tournament.paper",
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


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(), filename=str(path))


def imports_of(path: Path) -> Iterator[str]:
    """Every module that a file names in an import; of `from a import b` both `a` and `a.b`."""
    package = list(path.relative_to(ROOT).parent.parts)
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            module = ".".join([*base, *([node.module] if node.module else [])])
            yield module
            yield from (f"{module}.{alias.name}" for alias in node.names)


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(package + ".")


def layer_of(module: str) -> int | None:
    return next((i for i, layer in enumerate(LAYERS) if any(is_in(module, package) for package in layer)), None)


def sources_in(*packages: str) -> list[Path]:
    return [path for path in SOURCES if any(is_in(module_of(path), package) for package in packages)]


def offences(paths: list[Path], *forbidden: str) -> list[str]:
    return sorted(
        {
            f"{module_of(path)} imports {name}"
            for path in paths
            for name in imports_of(path)
            if any(is_in(name, package) for package in forbidden)
        }
    )


def test_a_layer_imports_only_the_layers_before_it() -> None:
    upwards = {
        f"{module_of(path)} imports {name}"
        for path in SOURCES
        for name in imports_of(path)
        if (own := layer_of(module_of(path))) is not None and (other := layer_of(name)) is not None and other > own
    }
    assert sorted(upwards) == []


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
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("scoring.")
    }
    assert sorted(deeper) == []


def test_movements_standings_and_the_clock_know_no_django() -> None:
    assert offences(sources_in(*PURE), "django", "tournament.models") == []


def test_formats_games_and_house_rules_know_of_django_only_its_words() -> None:
    words = ("django.utils.functional", "django.utils.text", "django.utils.translation")
    known = {name for path in sources_in(*PURE_WITH_WORDS) for name in imports_of(path) if is_in(name, "django")}
    assert sorted(name for name in known if not any(is_in(name, each) for each in words)) == []
    assert offences(sources_in(*PURE_WITH_WORDS), "tournament.models") == []


def test_models_never_import_services() -> None:
    assert offences(sources_in("tournament.models"), "tournament.services") == []


def test_services_and_queries_know_nothing_of_http() -> None:
    assert offences(sources_in("tournament.services", "tournament.queries"), "django.http", "django.shortcuts") == []


def test_views_never_write() -> None:
    writes = {
        f"{module_of(path)}:{node.lineno} calls {ast.unparse(node.func)}"
        for path in sources_in("tournament.views")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in WRITES
        and ast.unparse(node.func.value).split(".")[-1] not in MAY_BE_UPDATED
    }
    assert sorted(writes) == []


def test_nothing_is_called_utils_or_helpers() -> None:
    names = {"utils", "util", "helpers", "helper", "misc", "common"}
    assert [module_of(path) for path in SOURCES if path.stem in names or path.parent.name in names] == []


def test_imports_stand_at_the_top_of_a_file() -> None:
    hidden = {
        f"{module_of(path)}:{inner.lineno}"
        for path in SOURCES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Import | ast.ImportFrom)
    }
    assert sorted(hidden) == []


def test_every_service_that_writes_to_an_evening_says_so():
    """In the log, by `note`, which makes a new revision: pages that were made of an earlier one are not shown again."""
    functions = {
        node.name: node
        for path in sources_in("tournament.services")
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.FunctionDef) and "contextmanager" not in [ast.unparse(by) for by in node.decorator_list]
    }
    calls = {name: called_in(node) for name, node in functions.items()}
    silent = {name for name in functions if "writing" in calls[name] and "note" not in reached_from(name, calls)}
    assert silent == set()


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
