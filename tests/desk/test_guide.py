"""Help is in the app, for everybody: a page for each topic, a search, and a way there from the pages it is about."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scoring import RULE_SETS
from tests.conftest import ADDRESSES
from tests.publishing.test_site import pages_reached
from tournament.desk.queries.help_topics import TOPIC_OF_ROUTE, TOPICS, write_topic
from tournament.rules.queries.in_words import describe_rules


def shown(route: str, *args: str, q: str = "") -> str:
    answer = Client().get(reverse(route, args=args), {"q": q} if q else {})
    assert answer.status_code == 200
    return str(answer.content.decode())


def test_the_rules_need_no_account_and_have_every_sentence(db):
    page = shown("help_topic", "kent-rules")
    rules = describe_rules(RULE_SETS["kent"], RULE_SETS["kent"])
    said = [sentence.words for section in rules for sentence in section.sentences]
    assert [words for words in said if words not in page] == []
    steps = ("Jack turned up", "Took one", "Highest", "Lowest", "Jack", "Game")
    assert [step for step in steps if f"<b>{step}</b>" not in page] == []


def test_every_topic_has_a_page_and_is_listed(db):
    listed = shown("guide")
    for topic in TOPICS:
        assert f'href="{reverse("help_topic", args=[topic.key])}"' in listed
        assert str(topic.title) in shown("help_topic", topic.key)
    assert Client().get(reverse("help_topic", args=["nothing"])).status_code == 404


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("wi-fi", "Set up an evening"),
        ("DRAW seats", "Draw the tables and show the seats"),
        ("power failed", "When something goes wrong"),
    ],
)
def test_a_search_finds_the_topics_that_have_every_word(db, query, first):
    page = shown("guide", q=query)
    found = [str(topic.title) for topic in TOPICS if f">{topic.title}</a>" in page]
    assert first in found
    assert len(found) < len(TOPICS)


def test_a_search_without_result_says_what_to_do(db):
    assert "No topic has “zzz”. Try fewer or other words." in shown("guide", q="zzz")


def test_topics_name_pages_that_there_are_and_each_page_once():
    names = {address.name for address in ADDRESSES}
    routes = [route for topic in TOPICS for route in topic.routes]
    assert [route for route in routes if route not in names] == []
    assert len(routes) == len(TOPIC_OF_ROUTE)


def test_a_page_leads_to_its_own_help_and_every_page_to_all_of_it(db):
    assert reverse("help_topic", args=["tonight"]) in Client().get("/").content.decode()
    assert reverse("guide") in Client().get(reverse("sign_in")).content.decode()


def test_help_is_a_site_of_plain_files_too_that_says_how_to_get_hangjack_and_needs_no_database(tmp_path: Path) -> None:
    call_command("publish", "--help-site", str(tmp_path), stdout=StringIO())
    pages = {page.stem: page.read_text() for page in pages_reached(tmp_path)}
    assert set(pages) == {"index", *(topic.key for topic in TOPICS)}
    assert "python3 manage.py evening" in pages["index"] and "pipx install" in pages["index"]
    for topic in TOPICS:
        assert write_topic(topic, is_on_site=True) in pages[topic.key]
    assert not [name for name, page in pages.items() if "<script" in page or "style=" in page]
