"""A club between its laptop and a server that it shares with others: it moves there and back with all that it has, and
evenings that its laptop plays without the internet come to it afterwards, in any order."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db.models import Count
from django.test import Client
from django.urls import reverse

from tests.evenings import Evening, by_lot
from tests.transfer.playing import empty_database
from tests.transfer.test_export import table_of
from tournament.models import Account, Event, Player, Ruling, SignUp
from tournament.results.services.decisions import make_ruling

JACK = "jack.example.org"


def say(*command: str) -> str:
    said = io.StringIO()
    call_command(*command, stdout=said)
    return said.getvalue()


def open_server(club: str, settings: Any) -> None:
    """Two clubs on one server; the first has an account of the same name as the other's director."""
    empty_database()
    settings.SEVERAL_CLUBS, settings.ALLOWED_HOSTS = True, ["*"]
    say("club", "add", "Arima", "arima.example.org", "director")
    say("club", "add", club, JACK, "Zoe")
    Account.objects.update(one_time_password=False)


def test_a_club_moves_to_a_shared_server_and_back_with_every_row_equal(
    evening_of: Callable[..., Evening], tmp_path: Path, settings: Any
) -> None:
    def moved(name: str, *command: str) -> str:
        say(*command, str(tmp_path / name))
        document = json.loads((tmp_path / name).read_text())
        assert document["evenings"]
        return json.dumps([document[part] for part in ("evenings", "people", "leagues", "seasons")], sort_keys=True)

    evening = evening_of(4).begun()
    SignUp.objects.create(event=evening.event, name="Zoe", signed_up_at=evening.now)
    club = evening.event.club.name
    on_laptop = moved("laptop.json", "export")
    open_server(club, settings)
    say("club", "import", JACK, str(tmp_path / "laptop.json"))
    assert [each.club.name for each in Account.objects.filter(username="director").order_by("pk")] == ["Arima", club]
    assert moved("server.json", "club", "export", JACK) == on_laptop
    with pytest.raises(CommandError, match="of another club on this server"):
        say("club", "import", "arima.example.org", str(tmp_path / "server.json"))
    assert not Event.objects.filter(club__name="Arima").exists()
    empty_database()
    settings.SEVERAL_CLUBS = False
    say("import", str(tmp_path / "server.json"), "--yes")
    assert moved("back.json", "export") == on_laptop


@pytest.mark.slow
def test_evenings_of_a_hall_without_internet_come_to_its_club_in_any_order_twice_and_after_a_correction(
    evening_of: Callable[..., Evening], tmp_path: Path, settings: Any
) -> None:
    files = {name: str(tmp_path / f"{name}.json") for name in ("club", "second", "third", "corrected")}
    club = evening_of(4).event.club
    say("export", files["club"])
    second, third = evening_of(5).begun(), evening_of(5).begun()
    for name, evening in (("second", second), ("third", third)):
        evening.play_rounds(1)
        evening.hand_in(1, by_lot)
        say("export", files[name], "--event", str(evening.event.pk))
    ruled, by = second.matches(1)[0], second.director
    make_ruling(ruled, points=(22, 0), reason="Misread", by=by, now=second.now)
    say("export", files["corrected"], "--event", str(second.event.pk))
    played = {evening.event.uid: table_of(evening.event) for evening in (second, third)}
    open_server(club.name, settings)

    director = Client(headers={"host": JACK})
    director.force_login(Account.objects.get(username="Zoe"))

    def bring(name: str, *answers: str) -> tuple[int, int]:
        """The club by its operator, an evening on the page of its director."""
        if name == "club":
            say("club", "import", JACK, files[name])
        else:
            sent = {"file": SimpleUploadedFile(name, Path(files[name]).read_bytes())}
            assert director.post(reverse("transfer"), sent).status_code == 302
            assert director.post(reverse("import_preview"), dict.fromkeys(answers, "on")).status_code == 302
        here = Event.objects.filter(club__hosts__name=JACK)
        return here.count(), Ruling.objects.filter(match__table__stage__event__in=here).count()

    came = [bring(name) for name in ("club", "third", "second", "second", "third", "corrected")]
    assert came == [(1, 0), (2, 0), (3, 0), (3, 0), (3, 0), (3, 0)]
    replace = f"replace-{second.event.uid}"
    assert [bring("corrected", replace), bring("second", replace)] == [(3, 1), (3, 1)]
    assert {uid: table_of(Event.objects.get(uid=uid)) for uid in played} == played
    assert list(Player.objects.values_list("club__name").annotate(Count("pk"))) == [(club.name, 5)]
