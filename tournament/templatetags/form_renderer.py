"""Renders tick boxes, numbers and selects by hand. The form of a hand has a hundred, and Django renders three templates
for each, and for each option of a select."""

from collections.abc import Mapping
from typing import Any

from django.forms.renderers import DjangoTemplates
from django.http import HttpRequest
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString

WIDGETS = "django/forms/widgets/"
INPUTS = {f"{WIDGETS}{kind}.html" for kind in ("number", "checkbox", "radio_option", "checkbox_option")}


class FormRenderer(DjangoTemplates):
    """Writes the same as Django's templates would, and leaves all other widgets to them."""

    def render(self, template_name: str, context: dict[str, Any], request: HttpRequest | None = None) -> SafeString:
        widget = context.get("widget", {})
        if template_name in INPUTS and not widget.get("wrap_label"):
            value = "" if widget["value"] is None else f' value="{conditional_escape(widget["value"])}"'
            return SafeString(f'<input type="{widget["type"]}" name="{widget["name"]}"{value}{_attributes(widget)}>')
        if template_name == f"{WIDGETS}select.html" and all(group is None for group, *_options in widget["optgroups"]):
            options = "".join([_option(option) for _group, of, _index in widget["optgroups"] for option in of])
            return SafeString(f'<select name="{widget["name"]}"{_attributes(widget)}>\n{options}</select>')
        return SafeString(super().render(template_name, context, request))


def _option(option: Mapping[str, Any]) -> str:
    value, label = conditional_escape(option["value"]), conditional_escape(option["label"])
    return f'  <option value="{value}"{_attributes(option)}>{label}</option>\n'


def _attributes(widget: Mapping[str, Any]) -> str:
    """Writes the attributes: True as the name alone, False not at all."""
    shown = [(name, value) for name, value in widget["attrs"].items() if value is not False]
    return "".join([f" {name}" if v is True else f' {name}="{conditional_escape(v)}"' for name, v in shown])
