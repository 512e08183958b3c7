"""The guide is in the app, for everybody."""

from django.test import Client
from django.urls import reverse

from scoring import RULE_SETS
from tournament.paper.queries.rules_in_words import describe_rules


def test_the_guide_needs_no_account_and_prints_every_sentence_of_the_rules(db):
    page = Client().get(reverse("guide"))
    assert page.status_code == 200
    assert page.context["rules"] == RULE_SETS["kent"]
    rules = describe_rules(RULE_SETS["kent"], RULE_SETS["kent"])
    said = [sentence.words for section in rules for sentence in section.sentences]
    assert [words for words in said if words not in page.content.decode()] == []
    assert [step.word for step in page.context["steps"]] == [
        *("Jack turned up", "Took one", "Highest", "Lowest", "Jack", "Game"),
    ]


def test_every_chapter_of_the_contents_is_on_the_page(db):
    text = Client().get(reverse("guide")).content.decode()
    chapters = [part.split('"')[0] for part in text.split('<a href="#')[1:]]
    assert [chapter for chapter in chapters if f'<section id="{chapter}"' not in text] == []
    assert len(chapters) == 18


def test_every_page_links_to_the_guide(db):
    assert reverse("guide") in Client().get(reverse("sign_in")).content.decode()
