"""Charts: pygal draws them, `statistics.css` styles them with the tokens of the page.

A chart is SVG within the page, so it uses our colours and fonts and prints well. pygal's own style, script, tooltips
and ids are removed: the content security policy refuses the first two, and a table beside the chart has the figures. No
chart relies on colour alone: bars of a second kind are outlined, lines have dots.
"""

import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

import pygal
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from pygal.style import Style

from tournament.ranking import Amount, format_total

# pygal adds a finder for plug-ins to every import, by a method that Python no longer calls. We have no plug-ins.
sys.meta_path[:] = [finder for finder in sys.meta_path if not isinstance(finder, pygal.PluginImportFixer)]

WIDTH, HEIGHT = 400, 200
PLOT, LETTER_OF_LABEL, SPACE = 350, 10, 12
REMOVED = ("style", "script", "title", "desc")
KEPT = ("class", "d", "x", "y", "cx", "cy", "r", "rx", "ry", "width", "height", "transform", "viewBox")
DECIMALS = re.compile(r"(\.\d)\d+")
LETTER = 8
"""The width of a digit in the chart's units, for the margin of the labels."""
FEW = 5
"""Up to this figure, each whole number has a line of its own."""
Figures = Sequence[Amount | None]


CONFIG = pygal.Config(
    width=WIDTH,
    height=HEIGHT,
    css=(),
    js=(),
    style=Style(),
    classes=("chart",),
    show_legend=False,
    no_prefix=True,
    disable_xml_declaration=True,
    allow_interruptions=True,
    min_scale=2,
    max_scale=5,
    margin=8,
    margin_bottom=0,
    spacing=6,
    truncate_label=-1,
    dots_size=4,
)


@dataclass(frozen=True)
class Chart:
    """`rows` are the figures of `series` in words, under `heads`; `summary` says in words what it shows. `card` is all
    of it as a part of a page; it is rendered once, because such pages mostly consist of charts."""

    title: str
    summary: str
    svg: SafeString
    legend: tuple[str, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    series: tuple[Figures, ...]

    @cached_property
    def card(self) -> SafeString:
        return SafeString(render_to_string("statistics/_chart.html", {"chart": self}))


def draw_bars(title: str, summary: str, heads: Sequence[str], labels: Sequence[str], *series: Figures) -> Chart:
    """Draws bars. `heads` name the labels and each series; an unknown figure is None."""
    return _draw(get_language(), pygal.Bar, title, summary, tuple(heads), tuple(labels), tuple(map(tuple, series)))


def draw_line(title: str, summary: str, heads: Sequence[str], labels: Sequence[str], figures: Figures) -> Chart:
    """Draws a line with dots, broken where figures are unknown."""
    return _draw(get_language(), pygal.Line, title, summary, tuple(heads), tuple(labels), (tuple(figures),))


@lru_cache(maxsize=200)
def _draw(
    _language: str | None,
    kind: Callable[..., Any],
    title: str,
    summary: str,
    heads: tuple[str, ...],
    labels: tuple[str, ...],
    series: tuple[Figures, ...],
) -> Chart:
    """Draws a chart. It is cached, with its card in one language, because a new result changes few of the charts on a
    page."""
    chart = kind(CONFIG)
    chart.config.include_x_axis = kind is pygal.Bar
    values = [[None if figure is None else float(figure) for figure in figures] for figures in series]
    known = [value for series in values for value in series if value is not None]
    longest = max((len(f"{max(known, key=abs):.0f}") if known else 1), 1)
    chart.config.margin_left = 8 + LETTER * longest
    chart.config.formatter = _say_on_axis
    if all(value.is_integer() for value in known) and max(known, default=0) - min([*known, 0]) <= FEW:
        chart.y_labels = range(int(min([*known, 0])), int(max([*known, 1])) + 1)  # no labels such as half a Jack
    chart.x_labels = _thin_out(labels)
    for head, figures in zip(heads[1:], values, strict=True):
        chart.add(head, figures)
    chart.add_xml_filter(_strip)
    rows = tuple(
        (label, *("–" if figures[at] is None else say_amount(figures[at]) for figures in series))
        for at, label in enumerate(labels)
    )
    drawn = DECIMALS.sub(r"\1", chart.render().replace(" reactive", "").replace(" tooltip-trigger", ""))
    svg = mark_safe(drawn)  # noqa: S308 - made here: its only texts are labels, which pygal escapes
    return Chart(title, summary, svg, heads[1:] if len(series) > 1 else (), heads, rows, series)


def say_amount(amount: Amount | None) -> str:
    """Says an amount, to one decimal if it would be a long fraction."""
    if amount is None:
        return ""
    is_long = isinstance(amount, Fraction) and amount.denominator not in (1, 2, 5, 10)
    return f"{float(amount):.1f}".replace("-", "−") if is_long else format_total(amount)


def _say_on_axis(value: float | None) -> str:
    return "" if value is None else f"{value:g}".replace("-", "−")


def _thin_out(labels: Sequence[str]) -> list[str]:
    """Leaves out labels if there are many, so that the others can be read on a phone and in large letters."""
    widest = max(map(len, labels), default=1) * LETTER_OF_LABEL + SPACE
    every = -(-len(labels) // (PLOT // widest))
    return [label if at % every == 0 else "" for at, label in enumerate(labels)]


def _strip(root: Any) -> Any:
    """Removes what the page provides itself, and attributes that no drawing needs."""
    for node in list(root.iter()):
        parent = node.getparent()
        if not isinstance(node.tag, str) or node.tag.rpartition("}")[2] in (*REMOVED, "defs"):
            parent.remove(node)
            continue
        if set(node.get("class", "").split()) & {"tooltip-overlay", "text-overlay", "titles", "background"}:
            parent.remove(node)
            continue
        for name in set(node.attrib) - set(KEPT):
            del node.attrib[name]
    root.set("aria-hidden", "true")
    root.set("focusable", "false")
    return root
