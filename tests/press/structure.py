"""A tagged PDF as a screen reader sees it: finds elements that it could not read out."""

from collections.abc import Iterator
from io import BytesIO

from pikepdf import Array, Dictionary, Object, Pdf

HEADS = ("/TH",)


def structure_faults_of(pdf: bytes) -> list[str]:
    """Returns sentences: pictures and writing lines without text, tables without a heading cell, cells and rows outside
    a table, headings of tables that are not found by their IDs, headings that skip a level, and content of a page that
    is in no element."""
    document = Pdf.open(BytesIO(pdf))
    tree = document.Root.StructTreeRoot
    found = [said for path, element in _elements_of(tree) for said in _faults_of_element(path, element)]
    found += [*_faults_of_ids(tree), *_skipped_levels(tree)]
    numbers = {int(page.obj.StructParents) for page in document.pages if "/StructParents" in page.obj}
    flat = list(tree.ParentTree.Nums)
    if not numbers <= {int(number) for number in flat[::2]} or len(numbers) != len(document.pages):
        found.append("a page without its index into the tree")
    return found


def lines_to_write_on_of(pdf: bytes) -> list[str]:
    """Returns each writing line as a screen reader says it, in the order of the sheet."""
    document = Pdf.open(BytesIO(pdf))
    elements = _elements_of(document.Root.StructTreeRoot)
    return [str(element.Alt) for _path, element in elements if element.S == "/P" and "/Alt" in element]


def _faults_of_element(path: tuple[str, ...], element: Object) -> Iterator[str]:
    kind = str(element.S)
    if kind == "/Figure" and not (str(element.get("/Alt", "")).strip() or str(element.get("/ActualText", "")).strip()):
        yield f"a picture without text in {' '.join(path)}"
    if kind == "/Table" and not any(str(inner.S) in HEADS for _path, inner in _elements_of(element)):
        yield f"a table without headings in {' '.join(path)}"
    if kind == "/Art" or (kind == "/P" and "/Alt" in element and not str(element.Alt).strip()):
        yield f"a line to write on without text in {' '.join(path)}"
    if kind in ("/TR", "/TH", "/TD") and "/Table" not in path:
        yield f"{kind} outside a table in {' '.join(path)}"


def _faults_of_ids(tree: Object) -> Iterator[str]:
    elements = [element for _path, element in _elements_of(tree)]
    flat = list(tree.IDTree.Names) if "/IDTree" in tree else []
    listed = [str(key) for key in flat[::2]]
    headings = [str(element.get("/ID", "")) for element in elements if element.S == "/TH"]
    if sorted(headings) != listed or len(set(listed)) != len(listed):
        yield f"{len(headings)} headings of tables, {len(set(listed))} of them found by their IDs"
    if [str(element.get("/ID", "")) for element in flat[1::2]] != listed:
        yield "an ID leads to another heading"
    asked = {
        str(key) for element in elements if element.S == "/TD" for key in element.get("/A", {}).get("/Headers", [])
    }
    if not asked <= set(listed):
        yield f"cells refer to {len(asked - set(listed))} unknown headings"


def _skipped_levels(tree: Object) -> Iterator[str]:
    before = 0
    for _path, element in _elements_of(tree):
        level = str(element.S).removeprefix("/H")
        if level.isdigit():
            if int(level) > before + 1:
                yield f"a heading of level {level} after one of level {before}"
            before = int(level)


def _elements_of(parent: Object, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Object]]:
    """Yields every element below, with the kinds of those above it."""
    kids = parent.get("/K", Array())
    for kid in kids if isinstance(kids, Array) else [kids]:
        if isinstance(kid, Dictionary) and "/S" in kid:
            yield path, kid
            yield from _elements_of(kid, (*path, str(kid.S)))
