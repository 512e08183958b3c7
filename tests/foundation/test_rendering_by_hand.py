"""What is written by hand, or once for all who ask, is what templates would write for each."""

import re

import pytest
from django import forms
from django.forms.renderers import DjangoTemplates
from django.template import Context, Template

from tournament.templatetags.form_renderer import FormRenderer

BOARD_TABLE = (
    "{% load parts %}{% cached_part 'results/_board_table.html' pk=1 number=7 title='Table 7' to_agree=agree"
    " lines=lines agree_page='/agree/' may_rule=True is_director=True are_agreed=True %}"
)
SIDES = [("", "–"), ("a", "Ann & Bea"), ("b", "<Cy>")]
FIELDS = {
    "number": forms.IntegerField(min_value=0, max_value=28),
    "tick": forms.BooleanField(required=False),
    "select": forms.ChoiceField(choices=SIDES),
    "groups": forms.ChoiceField(choices=[("Both", SIDES)]),
    "ticks": forms.ChoiceField(choices=SIDES, widget=forms.RadioSelect),
    "several": forms.MultipleChoiceField(choices=SIDES, widget=forms.CheckboxSelectMultiple),
}


@pytest.mark.parametrize("name", FIELDS)
@pytest.mark.parametrize("data", [None, {"number": '3"', "tick": "on", "select": "b", "groups": "a", "ticks": "a"}])
def test_a_field_by_hand_is_what_django_writes(name, data):
    def shown(renderer: DjangoTemplates) -> list[str]:
        form = type("AForm", (forms.Form,), {name: FIELDS[name]})(data, renderer=renderer)
        tags = [part.tag() for part in form[name]]
        return [re.sub(r">\s+<", "><", html).strip() for html in (str(form[name]), *tags)]

    assert shown(FormRenderer()) == shown(DjangoTemplates())


def test_a_part_is_the_same_for_the_same_values_but_for_the_token_of_whoever_asks():
    def shown(agree: int, token: str) -> str:
        return Template(BOARD_TABLE).render(Context({"agree": agree, "lines": (), "csrf_token": token}))

    one, other, changed = shown(2, "first"), shown(2, "second"), shown(3, "first")
    assert 'value="first"' in one
    assert other == one.replace("first", "second")
    assert changed == one.replace("Agree 2 results", "Agree 3 results")
