"""The club's emblem at the head of paper: its place and size there, and the picture for the press."""

from typing import Any

from tournament.models import Emblem

OF_A_PAGE, OF_A_PIECE = (36.0, 19.0), (24.0, 8.5)
"""The largest width and height in millimetres, in the head of a flowing document and of a piece that is cut apart."""
GAP = 4.0


def emblem_context_of(emblem: Emblem | None) -> dict[str, Any]:
    return {"emblem": emblem, "emblem_style": _style_of(emblem) if emblem else ""}


def png_of(emblem: Emblem | None) -> bytes:
    return bytes(emblem.png) if emblem else b""


def _style_of(emblem: Emblem) -> str:
    """Returns CSS for the width of the emblem and for the left edge of the words beside it."""
    head, piece = (min(most, height * emblem.width / emblem.height) for most, height in (OF_A_PAGE, OF_A_PIECE))
    return (
        f".head .emblem {{ width: {head:.2f}mm }} .head {{ min-height: 19mm; padding-left: {head + GAP:.2f}mm }} "
        f".piece .emblem {{ width: {piece:.2f}mm }} "
        f".piece :is(.of-club, .occasion) {{ padding-left: {piece + GAP / 2:.2f}mm }}"
    )
