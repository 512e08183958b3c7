"""Screens on the walls, the words called out over them, and the prizes as they are revealed.

Anybody may open a screen; the director takes it, switches it and lets it go. What the director does is in the log of
the evening that is on, if there is one.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.club.queries import the_club
from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import WRITE_LOCK, note, writing
from tournament.models import Account, CallOut, Event, PrizeGiving, Screen
from tournament.standings.queries.prizes import prizes_to_give

# Without vowels, so that no code is a word, and without letters that are taken for others from afar.
LETTERS = "CFHJKLMNPRTVWX"
LENGTH = 4
MOST_WAITING = 24
FORGOTTEN_AFTER = timedelta(minutes=10)
"""Of a screen that waits for the director and is not heard any more."""
TAKEN_FORGOTTEN_AFTER = timedelta(days=90)
HEARD_EVERY = timedelta(seconds=10)

Turns = Sequence[tuple[str, int]]


class TooManyScreens(TournamentError):
    code = "too_many_screens"
    status = 503
    message = gettext_lazy("Too many screens wait for the director already. Try again in some minutes.")


class NoSuchScreen(TournamentError):
    code = "no_such_screen"
    status = 404
    message = gettext_lazy("No screen shows that code. Look again at the letters on the screen.")


def digest_of(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def new_code() -> str:
    return "".join(secrets.choice(LETTERS) for _place in range(LENGTH))


def open_screen(*, now: datetime, make: Callable[[], str] = new_code) -> tuple[Screen, str]:
    """A screen that waits to be taken, and the secret for its browser. Screens that nobody took and nobody hears any
    more go; raises TooManyScreens while too many of those that are heard wait."""
    with WRITE_LOCK, transaction.atomic():
        waiting = Q(taken_at=None, seen_at__lt=now - FORGOTTEN_AFTER)
        Screen.objects.filter(waiting | Q(seen_at__lt=now - TAKEN_FORGOTTEN_AFTER)).delete()
        if Screen.objects.filter(taken_at=None).count() >= MOST_WAITING:
            raise TooManyScreens
        taken = set(Screen.objects.values_list("code", flat=True))
        code = next(code for code in iter(make, None) if code not in taken)
        secret = secrets.token_urlsafe(24)
        screen = Screen.objects.create(club=the_club(), code=code, secret=digest_of(secret), opened_at=now, seen_at=now)
        return screen, secret


def hear(screen: Screen, *, now: datetime) -> None:
    """Keep that a screen is there; written now and then, however often it says so."""
    if now - screen.seen_at >= HEARD_EVERY:
        with WRITE_LOCK:
            Screen.objects.filter(pk=screen.pk, seen_at__lt=now).update(seen_at=now)


def take_screen(screen: Screen, *, name: str = "", on: Event | None, by: Account | None, now: datetime) -> bool:
    """From now on it shows what the director says. False when it was taken already."""
    with _telling(on) as event:
        name = name.strip() or _("Screen %(number)s") % {"number": _free_number()}
        taken = Screen.objects.filter(pk=screen.pk, taken_at=None)
        if not taken.update(taken_at=now, name=name, revision=F("revision") + 1):
            return False
        _tell(event, "take_screen", screens=[name], by=by, now=now)
        return True


def take_by_code(typed: str, *, name: str = "", on: Event | None, by: Account | None, now: datetime) -> Screen:
    """However the letters are typed; one that is taken already stays as it is. Raises NoSuchScreen."""
    code = "".join(typed.replace("-", "").split()).upper()
    screen = Screen.objects.filter(code=code).first()
    if screen is None:
        raise NoSuchScreen
    take_screen(screen, name=name, on=on, by=by, now=now)
    screen.refresh_from_db()
    return screen


def switch_screens(
    screens: Sequence[Screen], turns: Turns, *, on: Event | None, by: Account | None, now: datetime
) -> None:
    """What they show from now on, in turn; no turns is what the hall needs now, by itself."""
    _change_screens(screens, {"turns": [list(turn) for turn in turns]}, "switch_screens", on=on, by=by, now=now)


def switch_back(screens: Sequence[Screen], *, on: Event | None, by: Account | None, now: datetime) -> None:
    """Each shows again what was chosen in its settings; one for which nothing was, what the hall needs now."""
    _change_screens(screens, {"turns": F("as_set")}, "switch_screens", on=on, by=by, now=now)


def show_notice(
    screens: Sequence[Screen], text: str, turns: Turns, *, on: Event | None, by: Account | None, now: datetime
) -> None:
    """The club's own words, on with `turns`."""
    wanted = {"notice": text.strip(), "turns": [list(turn) for turn in turns]}
    _change_screens(screens, wanted, "show_notice", on=on, by=by, now=now)


def change_screen(
    screen: Screen, wanted: Mapping[str, Any], *, on: Event | None, by: Account | None, now: datetime
) -> None:
    """Keep what differs; keys are fields of Screen. Turns that are chosen so are those it comes back to."""
    changed = {key: value for key, value in wanted.items() if value != getattr(screen, key)}
    if "turns" in changed:
        changed["as_set"] = changed["turns"]
    if changed:
        _change_screens([screen], changed, "change_screen", on=on, by=by, now=now)


def let_go(screen: Screen, *, on: Event | None, by: Account | None, now: datetime) -> None:
    """Its browser is no screen any more; if it is still open it waits under another code."""
    with _telling(on) as event:
        if Screen.objects.filter(pk=screen.pk).delete()[0]:
            _tell(event, "let_screen_go", screens=[str(screen)], by=by, now=now)


def _change_screens(
    screens: Sequence[Screen],
    fields: Mapping[str, Any],
    action: str,
    *,
    on: Event | None,
    by: Account | None,
    now: datetime,
) -> None:
    if not screens:
        return
    with _telling(on) as event:
        found = Screen.objects.filter(pk__in=[screen.pk for screen in screens], taken_at__isnull=False)
        found.update(**fields, revision=F("revision") + 1)
        told = ("turns", "notice", "theme", "name")
        said = {key: value for key, value in fields.items() if key in told and not isinstance(value, F)}
        _tell(event, action, screens=[str(screen) for screen in screens], by=by, now=now, **said)


@contextmanager
def _telling(on: Event | None) -> Iterator[Event | None]:
    """As every service writes, also while no evening is on, and after its end."""
    if on is not None:
        with writing(on, even_locked=True) as event:
            yield event
    else:
        with WRITE_LOCK, transaction.atomic():
            yield None


def _tell(event: Event | None, action: str, *, by: Account | None, now: datetime, **after: Any) -> None:
    if event is not None:
        note(event, action, by=by, now=now, after=after)


def _free_number() -> int:
    names = set(Screen.objects.filter(taken_at__isnull=False).values_list("name", flat=True))
    return next(
        number for number in range(1, len(names) + 2) if _("Screen %(number)s") % {"number": number} not in names
    )


def call_out(event: Event, text: str, *, screen: Screen | None = None, by: Account | None, now: datetime) -> CallOut:
    """On one screen, or on all of them and on phones. The same words that are up already stay as they are."""
    text = " ".join(text.split())
    with writing(event, even_locked=True) as current:
        up = CallOut.objects.filter(event=current, screen=screen, text=text, taken_down_at=None).first()
        if up is not None:
            return up
        note(current, "call_out", by=by, now=now, after={"text": text})
        return CallOut.objects.create(event=current, screen=screen, text=text, called_at=now, called_by=by)


def take_down(called: CallOut, *, by: Account | None, now: datetime) -> bool:
    """False when somebody has taken it down already."""
    with writing(called.event, even_locked=True) as event:
        if not CallOut.objects.filter(pk=called.pk, taken_down_at=None).update(taken_down_at=now):
            return False
        note(event, "take_down", by=by, now=now, after={"text": called.text})
        return True


def begin_prizes(event: Event, *, places: int, side_prizes: bool, by: Account | None, now: datetime) -> PrizeGiving:
    """From the standings as they are now, of which nobody else sees anything any more until all is revealed: they are
    hidden. Raises NoPrizes while there is nobody to give one to. One that is on already is begun afresh."""
    with writing(event, even_locked=True) as current:
        steps = prizes_to_give(current, places=places, side_prizes=side_prizes)
        giving, _is_new = PrizeGiving.objects.update_or_create(
            event=current, defaults={"steps": steps, "revealed": 0, "began_at": now}
        )
        Event.objects.filter(pk=current.pk).update(standings_shown=False)
        note(current, "begin_prizes", by=by, now=now, after={"places": places})
        return giving


def reveal_next(event: Event, *, seen: int, by: Account | None, now: datetime) -> bool:
    """The next one may be seen. `seen` is how many were when the button was shown: pressed twice it counts once."""
    with writing(event, even_locked=True) as current:
        giving = PrizeGiving.objects.filter(event=current, revealed=seen).first()
        if giving is None or giving.is_over:
            return False
        PrizeGiving.objects.filter(pk=giving.pk).update(revealed=seen + 1)
        note(current, "reveal_prize", by=by, now=now, after={"number": seen + 1})
        return True


def take_back(event: Event, *, seen: int, by: Account | None, now: datetime) -> bool:
    """The last one is covered again."""
    with writing(event, even_locked=True) as current:
        found = PrizeGiving.objects.filter(event=current, revealed=seen, revealed__gt=0)
        if not found.update(revealed=seen - 1):
            return False
        note(current, "cover_prize", by=by, now=now, after={"number": seen})
        return True


def stop_prizes(event: Event, *, by: Account | None, now: datetime) -> None:
    """There is none on; the standings stay as hidden or shown as they are."""
    with writing(event, even_locked=True) as current:
        if PrizeGiving.objects.filter(event=current).delete()[0]:
            note(current, "stop_prizes", by=by, now=now)
