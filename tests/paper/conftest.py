"""Evenings to print, made by the services as a club would make them."""

import datetime as dt

import pytest

from tournament.door.services.entries import enter_players
from tournament.draw.services.draws import draw_first_hour, release_draw
from tournament.event.services.events import create_event
from tournament.models import Club, Event

NOW = dt.datetime(2026, 11, 21, 19, 5, tzinfo=dt.UTC)
FIRST = (
    *("Ann", "Bea", "Cyril", "Dot", "Eve", "Fred", "Gus", "Hal", "Ivy", "Joan"),
    *("Ken", "Lil", "Maud", "Ned", "Olive", "Percy", "Queenie", "Rose", "Stan", "Tess"),
)
LAST = ("Archer", "Bell", "Cooper", "Dyer", "Ellis", "Fisher", "Glover", "Hart", "Ingram", "Jupp")
ODD_NAMES = [
    "Maximiliana Theodora Featherstonehaugh-Cholmondeley-Marjoribanks of Ightham Mote",
    "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogochuchafanddwyfor",
    "Zoë Ødegård",
    "Łukasz Żółć",
    "Ελένη Παπαδοπούλου",
    "Жанна Щукина",
    "Bob 😀 Tables",
    "<b>Bold</b> & Sons",
]


def names_of(count):
    return [f"{FIRST[i % 20]} {LAST[i // 20 % 10]}" for i in range(count)]


def evening(names, *, prefer_five=False, released=True):
    """Returns an evening with its first hour drawn."""
    club = Club.objects.first() or Club.objects.create(name="The Hop Pole Card Club")
    event = create_event(club, name="Michaelmas All Fours", date=dt.date(2026, 11, 21), by=None, now=NOW)
    enter_players(event, names, by=None, now=NOW)
    stage = draw_first_hour(event, seed=1674, prefer_five=prefer_five, by=None, now=NOW)
    if released:
        release_draw(stage, by=None, now=NOW)
    return Event.objects.get(pk=event.pk)


@pytest.fixture(autouse=True)
def _database(db):
    return None
