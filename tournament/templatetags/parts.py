"""Renders parts of long pages once for the same values, because after a write most tables of a hall are unchanged."""

from collections.abc import Hashable
from functools import lru_cache

from django import template
from django.template import Context
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MOST = 2048
TOKEN = "the-token-of-whoever-asks"


@register.simple_tag(takes_context=True)
def cached_part(context: Context, template_name: str, **values: Hashable) -> SafeString:
    """Works as `include ... only` with these values. The part must show nothing else. Values are numbers, words, tuples
    of these, or frozen values; not a model, because it stays equal to itself when its fields change."""
    made = _render_part(template_name, get_language(), tuple(values.items()))
    return SafeString(made.replace(TOKEN, str(context.get("csrf_token", ""))))


@lru_cache(maxsize=MOST)
def _render_part(template_name: str, language: str, values: tuple[tuple[str, Hashable], ...]) -> str:
    return render_to_string(template_name, {**dict(values), "csrf_token": TOKEN})
