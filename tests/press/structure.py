"""A tagged PDF as a screen reader sees it: finds what PDF/UA-1 forbids, from the file alone, as a validator would."""

from collections import Counter
from collections.abc import Iterator
from io import BytesIO
from typing import Any

from pikepdf import Array, Dictionary, Object, Pdf, parse_content_stream

HEADS = ("/TH",)
HEADINGS = {f"/H{level}" for level in range(1, 7)}
PARTS = {"/L": {"/LI", "/Caption", "/L"}, "/LI": {"/Lbl", "/LBody"}, "/TR": {"/TH", "/TD"}}
"""What may stand in lists and rows, and in nothing else."""
PAINT = {*("Tj", "TJ", "'", '"', "S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "INLINE IMAGE")}


def structure_faults_of(pdf: bytes) -> list[str]:
    """Returns sentences: a document without language or title; pictures and writing lines without text; tables
    without a heading cell, or with rows of different lengths; headings that are neither a column's nor a row's;
    cells, rows and items of lists where they do not belong; headings of tables that are not found by their IDs;
    headings that skip a level or hold another; what is painted on a page and is neither in an element nor marked as
    decoration; fonts that are not in the file."""
    document = Pdf.open(BytesIO(pdf))
    tree = document.Root.StructTreeRoot
    found = [said for path, element in _elements_of(tree) for said in _faults_of_element(path, element)]
    found += [*_faults_of_document(document), *_faults_of_ids(tree), *_skipped_levels(tree), *_faults_of_tables(tree)]
    told: dict[Any, set[int]] = {}
    for _path, element in _elements_of(tree):
        kids = element.get("/K", Array())
        parts = {kid for kid in (kids if isinstance(kids, Array) else [kids]) if isinstance(kid, int)}
        told.setdefault(element.get("/Pg", Dictionary()).objgen, set()).update(parts)
    for number, page in enumerate(document.pages, start=1):
        found += _faults_of_page(page.obj, number, told.get(page.obj.objgen, set()))
    numbers = {int(page.obj.StructParents) for page in document.pages if "/StructParents" in page.obj}
    flat = list(tree.ParentTree.Nums)
    if not numbers <= {int(number) for number in flat[::2]} or len(numbers) != len(document.pages):
        found.append("a page without its index into the tree")
    return found


def _faults_of_document(document: Pdf) -> Iterator[str]:
    root, words = document.Root, bytes(document.Root.Metadata.read_bytes())
    if not str(root.get("/Lang", "")):
        yield "no language"
    if not str(document.docinfo.get("/Title", "")).strip() or b"dc:title" not in words:
        yield "no title"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle", False):
        yield "the file's name stands in the window, not the title"
    if not root.get("/MarkInfo", {}).get("/Marked", False) or b'pdfuaid:part="1"' not in words:
        yield "not marked as PDF/UA-1"


def _faults_of_page(page: Object, number: int, told: set[int]) -> Iterator[str]:
    """Says what is painted outside marked content, elements within decoration, parts that are not those `told` by the
    tree, and fonts that are elsewhere."""
    numbers: Counter[int] = Counter()
    faults = Counter(_painted_wrongly(page, page.get("/Resources", Dictionary()), False, numbers))
    yield from (f"page {number}: {said}, {times} times" for said, times in faults.items())
    if numbers and max(numbers.values()) > 1:
        yield f"page {number}: two parts have the same number"
    if set(numbers) != told:
        yield f"page {number}: parts {sorted(told ^ set(numbers))} are in the tree or on the page, but not in both"


def _painted_wrongly(content: Object, resources: Object, is_marked: bool, numbers: Counter[int]) -> Iterator[str]:
    for font in resources.get("/Font", Dictionary()).values():
        inner = font.DescendantFonts[0] if "/DescendantFonts" in font else font
        if not {"/FontFile", "/FontFile2", "/FontFile3"} & set(inner.get("/FontDescriptor", {})):
            yield "a font that is not in the file"
    opened: list[str] = []
    for operands, operator in parse_content_stream(content):
        name = str(operator)
        if name in ("BMC", "BDC"):
            if opened and (str(operands[0]) == "/Artifact") != ("/Artifact" in opened):
                yield "an element within decoration, or decoration within an element"
            opened.append(str(operands[0]))
            if name == "BDC" and isinstance(operands[1], Dictionary) and "/MCID" in operands[1]:
                numbers[int(operands[1].MCID)] += 1
        elif name == "EMC":
            opened.pop()
        elif name == "Do" and (drawn := resources.XObject[operands[0]]).Subtype == "/Form":
            yield from _painted_wrongly(drawn, drawn.get("/Resources", resources), is_marked or bool(opened), numbers)
        elif (name in PAINT or name == "Do") and not opened and not is_marked:
            yield "something painted that is neither in an element nor decoration"


def _faults_of_tables(tree: Object) -> Iterator[str]:
    for path, element in _elements_of(tree):
        if element.S == "/Table":
            rows = [row for _path, row in _elements_of(element) if row.S == "/TR"]
            if len(set(_widths_of(rows))) > 1:
                yield f"rows of different lengths in {' '.join(path)}: {sorted(set(_widths_of(rows)))}"


def _widths_of(rows: list[Object]) -> list[int]:
    """Returns how many columns each row has, with the cells that reach down from rows above."""
    widths, reaching = [], Counter[int]()
    for number, row in enumerate(rows):
        width = reaching[number]
        for cell in row.K:
            attributes = cell.get("/A", Dictionary())
            of_cell = list(attributes) if isinstance(attributes, Array) else [attributes]
            across, down = (
                max((int(each.get(name, 1)) for each in of_cell), default=1) for name in ("/ColSpan", "/RowSpan")
            )
            width += across
            for below in range(number + 1, number + down):
                reaching[below] += across
        widths.append(width)
    return widths


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
    if kind == "/TH" and element.get("/A", {}).get("/Scope", "") not in ("/Column", "/Row"):
        yield f"a heading of neither a column nor a row in {' '.join(path)}"
    if kind in ("/TR", "/TH", "/TD") and "/Table" not in path:
        yield f"{kind} outside a table in {' '.join(path)}"
    if kind in HEADINGS and HEADINGS & set(path):
        yield f"{kind} within a heading in {' '.join(path)}"
    for whole, parts in PARTS.items():
        if (path[-1:] == (whole,)) != (kind in parts) and kind not in ("/L", "/Caption"):
            yield f"{kind} in {' '.join(path)}"


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
