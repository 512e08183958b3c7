"""What leaves the hall: the director's page of tokens, and that no token can be read anywhere."""

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse

from tournament.api.services import digest_of
from tournament.backup import database_copy
from tournament.models import ApiToken, Event, LogEntry, SharingRules
from tournament.storage.data_files import DATABASE

PAGE = {"step": "share", "venue": "The hall", "starts": "19:30", "ends": ""}


def test_a_token_is_shown_once_works_and_is_revoked(as_director: Client, evening: Event) -> None:
    page = reverse("data_sharing")
    assert as_director.post(page, {"step": "token", "name": "Website", "scope": "members"}).status_code == 302
    [shown] = re.findall(r"hj_[\w-]{43}", as_director.get(page).content.decode())
    assert "hj_" not in as_director.get(page).content.decode()
    token = ApiToken.objects.get()
    assert (token.digest, token.scope, str(token.made_by)) == (digest_of(shown), "members", "Dora")
    headers = {"Authorization": f"Bearer {shown}"}
    assert Client().get("/api/v1/club", headers=headers).json()["you_see"] == "members"
    for scheme in ("bearer", "BEARER"):
        assert Client().get("/api/v1/club", headers={"Authorization": f"{scheme} {shown}"}).status_code == 200
    elsewhere = {"REMOTE_ADDR": "192.0.2.7"}
    guesses = [
        Client().get("/api/v1/club", headers={"Authorization": "Bearer hj_wrong"}, **elsewhere).status_code
        for _guess in range(22)
    ]
    assert guesses == [401] * 20 + [429] * 2
    assert Client().get("/api/v1/club", headers=headers, **elsewhere).status_code == 200
    for _ in range(2):
        assert as_director.post(reverse("token_revoke", args=[token.pk])).status_code == 302
    assert Client().get("/api/v1/club", headers=headers).status_code == 401
    assert "revoked" in as_director.get(page).content.decode()
    log = as_director.get(reverse("club_log")).content.decode()
    assert "Made the token Website, to read: what members may see" in log
    assert "Revoked the token Website" in log and shown not in log
    assert LogEntry.objects.filter(action="revoke_token").count() == 1


def test_nothing_leaves_the_hall_until_the_club_says_so(as_director: Client, evening: Event) -> None:
    page, calendar = reverse("data_sharing"), reverse("calendar")
    assert Client().get("/api/v1/evenings").status_code == 401
    leading = ("/", reverse("seasons"), reverse("leagues"))
    assert Client().get(calendar).status_code == 404
    assert [calendar in Client().get(page).content.decode() for page in leading] == [False] * 3
    wrong = as_director.post(page, {**PAGE, "starts": "", "ends": "23:00"})
    assert wrong.status_code == 422 and "Say when evenings start too." in wrong.content.decode()
    for _ in range(2):
        as_director.post(page, {**PAGE, "api_is_public": "on", "calendar_is_public": "on"})
    assert SharingRules.objects.get().venue == "The hall"
    assert Client().get("/api/v1/evenings").json()["count"] == 1
    assert Client().get(calendar).status_code == 200
    assert [calendar in Client().get(page).content.decode() for page in leading] == [True] * 3
    assert LogEntry.objects.filter(action="change_sharing").count() == 1
    told = as_director.get(reverse("club_log")).content.decode()
    assert "Changed what leaves the hall: everybody may read the public data, the calendar is public" in told


@pytest.mark.django_db(transaction=True)
def test_no_backup_has_a_token_so_that_none_comes_back_that_was_revoked(tmp_path: Path, evening: Event) -> None:
    ApiToken.objects.create(club=evening.club, name="Website", digest="d", made_at="2026-11-21T19:00Z")
    facts = database_copy.copy_database(tmp_path)
    assert facts.rows["tournament_apitoken"] == 0
    if facts.database == "postgresql":
        assert (tmp_path / database_copy.TABLES / "tournament_apitoken").read_bytes() == b""
        return
    with closing(sqlite3.connect(tmp_path / DATABASE)) as copy:
        assert copy.execute("SELECT count(*) FROM tournament_apitoken").fetchall() == [(0,)]
