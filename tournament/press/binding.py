"""Binds the parts of a document into one PDF that a screen reader can follow. Imported only in the press.

Each part is tagged by itself: it has a tree of headings, tables and lists, an index from its pages into that tree, the
IDs of its tables' headings, and a list of contents. Joining pages alone would drop all four, so this puts them under
one root and renumbers their indexes.
"""

from collections.abc import Sequence
from io import BytesIO
from itertools import chain

import pypdfium2
from pikepdf import Array, Dictionary, Name, Object, ObjectStreamMode, OutlineItem, Pdf

ABOVE_EDGE = 10.5
"""How far strips are above the edge of the paper, which printers leave empty, in points."""

Index = list[tuple[int, Object]]
"""The number of each tagged part of a page, and of each link, with its place in the tree."""


def bind_parts(parts: list[bytes], chapters: Sequence[tuple[str, int]] = (), strips: bytes = b"") -> bytes:
    """Returns one PDF with the pages of all parts in order; title, language and the rest are those of the first part.
    `chapters` are titles with their first pages, from 0: they become the list of contents, each with the entries of its
    pages below it. `strips` has a page with a number for each page, which is laid at its foot."""
    whole = Pdf.open(BytesIO(parts[0]))
    root = whole.Root.StructTreeRoot
    document = root.K[0]
    kids, index, headings = list(document.K), _index_of(root), _headings_of(root)
    for part in parts[1:]:
        other = Pdf.open(BytesIO(part))  # one at a time, because an open one holds all its elements in memory
        first, taken = len(whole.pages), index[-1][0] + 1
        whole.pages.extend(other.pages)
        for page in list(whole.pages)[first:]:
            page.obj.StructParents = int(page.obj.StructParents) + taken
            for note in page.obj.get("/Annots", ()):
                note.StructParent = int(note.StructParent) + taken
        tree = whole.copy_foreign(other.Root.StructTreeRoot)
        for kid in tree.K[0].K:
            kid.P = document
            kids.append(kid)
        index += [(number + taken, element) for number, element in _index_of(tree)]
        headings |= _headings_of(tree)
        _append_contents(whole, other)
    document.K = Array(kids)
    root.ParentTree = whole.make_indirect(Dictionary(Nums=Array(list(chain.from_iterable(index)))))
    root.ParentTreeNextKey = index[-1][0] + 1
    if headings:
        root.IDTree = Dictionary(Names=Array(list(chain.from_iterable((id, headings[id]) for id in sorted(headings)))))
    if chapters:
        _put_into_chapters(whole, chapters)
    if strips:
        _number_pages(whole, Pdf.open(BytesIO(strips)))
    out = BytesIO()
    whole.save(out, object_stream_mode=ObjectStreamMode.generate)
    return out.getvalue()


def lay_beneath(words: bytes, forms: bytes, form_of_page: Sequence[int]) -> bytes:
    """Draws a page of the forms beneath each page of the words, as decoration that a screen reader skips: each line of
    the words explains itself. Pages with the same form share it."""
    whole, source = Pdf.open(BytesIO(words)), Pdf.open(BytesIO(forms))
    drawings = [whole.copy_foreign(source.make_indirect(form.as_form_xobject())) for form in source.pages]
    for page, form in zip(whole.pages, form_of_page, strict=True):
        name = page.add_resource(drawings[form], Name.XObject)
        page.contents_add(f"/Artifact BMC q {name} Do Q EMC".encode(), prepend=True)
    out = BytesIO()
    whole.save(out, object_stream_mode=ObjectStreamMode.generate)
    return out.getvalue()


def _number_pages(whole: Pdf, strips: Pdf) -> None:
    """Draws a strip near the lower edge of each page: in the middle, or on a page that lies across in the middle of its
    right half, since that may be cut in two."""
    for page, strip in zip(whole.pages, strips.pages, strict=True):
        left, bottom, right, top = (float(edge) for edge in page.mediabox)
        width, height = right - left, top - bottom
        middle = left + width * (0.75 if width > height else 0.5)
        name = page.add_resource(whole.copy_foreign(strips.make_indirect(strip.as_form_xobject())), Name.XObject)
        at = middle - float(strip.mediabox[2]) / 2, bottom + ABOVE_EDGE
        page.contents_add(f"/Artifact BMC q 1 0 0 1 {at[0]:.2f} {at[1]:.2f} cm {name} Do Q EMC".encode(), prepend=True)


def _index_of(tree: Object) -> Index:
    flat = list(tree.ParentTree.Nums)
    return [(int(flat[at]), flat[at + 1]) for at in range(0, len(flat), 2)]


def _headings_of(tree: Object) -> dict[str, Object]:
    """Returns the headings of tables by their IDs, which differ from part to part."""
    flat = list(tree.get("/IDTree", Dictionary(Names=Array())).Names)
    return {str(flat[at]): flat[at + 1] for at in range(0, len(flat), 2)}


def _append_contents(whole: Pdf, other: Pdf) -> None:
    """Appends the other's list of contents, if both have one."""
    if Name.Outlines not in whole.Root or Name.Outlines not in other.Root:
        return
    own, added = whole.Root.Outlines, whole.copy_foreign(other.Root.Outlines)
    entry = added.First
    while True:
        entry.Parent = own
        if Name.Next not in entry:
            break
        entry = entry.Next
    own.Last.Next, added.First.Prev = added.First, own.Last
    own.Last = added.Last
    own.Count = int(own.Count) + int(added.Count)


def _put_into_chapters(whole: Pdf, chapters: Sequence[tuple[str, int]]) -> None:
    number_of = {page.obj.objgen: number for number, page in enumerate(whole.pages)}
    with whole.open_outline() as outline:
        entries = list(outline.root)
        shelves = [(OutlineItem(title, first), first) for title, first in chapters]
        for shelf, _first in shelves:
            shelf.is_closed = True
        for entry in entries:
            place = entry.destination
            assert isinstance(place, Array)
            page = number_of[place[0].objgen]
            shelf = next(shelf for shelf, first in reversed(shelves) if first <= page)
            shelf.children.append(entry)
        for shelf, _first in shelves:
            if len(shelf.children) == 1:
                shelf.children.clear()  # it would only repeat the chapter's heading
        outline.root[:] = [shelf for shelf, _first in shelves]


def draw_page(pdf: bytes, page: int, width: int) -> bytes:
    """Draws a page, from 0, as a grey PNG so many pixels wide. Raises IndexError for a page that does not exist."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        if not 0 <= page < len(document):
            raise IndexError(page)
        sheet = document[page]
        drawn = sheet.render(scale=width / sheet.get_width(), grayscale=True).to_pil()
    finally:
        document.close()
    out = BytesIO()
    drawn.save(out, "PNG", optimize=False)
    return out.getvalue()
