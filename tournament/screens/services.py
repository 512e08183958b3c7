"""Opens, takes, switches and releases screens; call-outs and notices; reveals prizes; draws winners of the raffle.

Anybody may open a screen; the director takes and controls it. What the director does is in the log of the evening that
is on, if there is one.
"""

import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.club.queries import the_club
from tournament.foundation.errors import TournamentError
from tournament.foundation.log_actions import LogAction
from tournament.foundation.writing import note, write_transaction, writing
from tournament.models import Account, CallOut, Event, PrizeGiving, RaffleDraw, Screen, of_shown_club
from tournament.screens.log_actions import (
    BEGIN_PRIZES,
    CALL_OUT,
    CHANGE_SCREEN,
    COVER_PRIZE,
    DRAW_WINNER,
    LET_SCREEN_GO,
    REVEAL_PRIZE,
    SHOW_NOTICE,
    STOP_PRIZES,
    SWITCH_SCREENS,
    TAKE_DOWN,
    TAKE_SCREEN,
    UNDO_DRAW_OF_WINNER,
)
from tournament.screens.queries.raffle import entries_in_raffle
from tournament.screens.queries.screens import digest_of
from tournament.standings.queries.prizes import prizes_to_give

# No vowels, so that no code is a word, and no letters that look like others from afar.
LETTERS = "CFHJKLMNPRTVWX"
LENGTH = 4
MOST_WAITING, MOST_OF_STRANGERS = 24, 16
"""How many screens may wait to be taken. Strangers can open none while as many as the second number wait."""
FORGOTTEN_AFTER = timedelta(minutes=10)
"""How long a screen that waits to be taken is kept after it went offline."""
TAKEN_FORGOTTEN_AFTER = timedelta(days=90)
HEARD_EVERY = timedelta(seconds=10)

Turns = Sequence[tuple[str, int]]


class TooManyScreens(TournamentError):
    status = 503
    message = gettext_lazy("Too many screens are already waiting for the director. Try again in a few minutes.")


class NoSuchScreen(TournamentError):
    status = 404
    message = gettext_lazy("No screen shows that code. Check the letters on the screen.")


class NobodyToDraw(TournamentError):
    message = gettext_lazy("Nobody is left to draw: everybody here has won a prize, or nobody is here.")


def make_code() -> str:
    return "".join(secrets.choice(LETTERS) for _place in range(LENGTH))


def open_screen(
    *, most: int | None = MOST_WAITING, now: datetime, make: Callable[[], str] = make_code
) -> tuple[Screen, str]:
    """Opens a new screen that waits to be taken; returns it with the secret for its browser. Deletes screens that are
    offline for long.

    Raises TooManyScreens while `most` wait. `most` is None for a screen that is taken at once; then it never raises.
    """
    with write_transaction():
        waiting = Q(taken_at=None, seen_at__lt=now - FORGOTTEN_AFTER)
        Screen.objects.filter(waiting | Q(seen_at__lt=now - TAKEN_FORGOTTEN_AFTER)).delete()
        if most is not None and Screen.objects.filter(of_shown_club(), taken_at=None).count() >= most:
            raise TooManyScreens
        taken = set(Screen.objects.values_list("code", flat=True))
        code = next(code for code in iter(make, None) if code not in taken)
        secret = secrets.token_urlsafe(24)
        screen = Screen.objects.create(club=the_club(), code=code, secret=digest_of(secret), opened_at=now, seen_at=now)
        return screen, secret


def note_alive(screen: Screen, *, now: datetime) -> None:
    """Notes that a screen is online, at most every few seconds."""
    if now - screen.seen_at >= HEARD_EVERY:
        with write_transaction():
            Screen.objects.filter(pk=screen.pk, seen_at__lt=now).update(seen_at=now)


def take_screen(screen: Screen, *, name: str = "", on: Event | None, by: Account | None, now: datetime) -> bool:
    """Gives a screen to the director; False if it was taken already."""
    with _writing_of_screens(on) as event:
        name = name.strip() or _find_free_name()
        taken = Screen.objects.filter(pk=screen.pk, taken_at=None)
        if not taken.update(taken_at=now, name=name, revision=F("revision") + 1):
            return False
        _note_if_on(event, TAKE_SCREEN, screens=[name], by=by, now=now)
        return True


def take_by_code(typed: str, *, name: str = "", on: Event | None, by: Account | None, now: datetime) -> Screen:
    """Takes the screen that shows this code, unless it is taken already. Raises NoSuchScreen."""
    code = "".join(typed.replace("-", "").split()).upper()
    screen = Screen.objects.filter(of_shown_club(), code=code).first()
    if screen is None:
        raise NoSuchScreen
    take_screen(screen, name=name, on=on, by=by, now=now)
    screen.refresh_from_db()
    return screen


def switch_screens(
    screens: Sequence[Screen], turns: Turns, *, on: Event | None, by: Account | None, now: datetime
) -> None:
    """Sets the pages that screens show in turn. Without turns they choose by themselves what the hall needs."""
    _change_screens(screens, {"turns": [list(turn) for turn in turns]}, SWITCH_SCREENS, on=on, by=by, now=now)


def switch_back(screens: Sequence[Screen], *, on: Event | None, by: Account | None, now: datetime) -> None:
    """Lets each screen show again what its settings say."""
    _change_screens(screens, {"turns": F("as_set")}, SWITCH_SCREENS, on=on, by=by, now=now)


def show_notice(
    screens: Sequence[Screen], text: str, turns: Turns, *, on: Event | None, by: Account | None, now: datetime
) -> None:
    """Shows the club's own words, by switching to `turns`."""
    wanted = {"notice": text.strip(), "turns": [list(turn) for turn in turns]}
    _change_screens(screens, wanted, SHOW_NOTICE, on=on, by=by, now=now)


def change_screen(
    screen: Screen, wanted: Mapping[str, Any], *, on: Event | None, by: Account | None, now: datetime
) -> None:
    """Saves what differs; keys are fields of Screen. `switch_back` returns to turns that are saved here."""
    changed = {key: value for key, value in wanted.items() if value != getattr(screen, key)}
    if "turns" in changed:
        changed["as_set"] = changed["turns"]
    if changed:
        _change_screens([screen], changed, CHANGE_SCREEN, on=on, by=by, now=now)


def release_screen(screen: Screen, *, on: Event | None, by: Account | None, now: datetime) -> None:
    """Releases a screen; if its browser is still open, it waits with another code."""
    with _writing_of_screens(on) as event:
        if Screen.objects.filter(pk=screen.pk).delete()[0]:
            _note_if_on(event, LET_SCREEN_GO, screens=[str(screen)], by=by, now=now)


def _change_screens(
    screens: Sequence[Screen],
    fields: Mapping[str, Any],
    action: LogAction,
    *,
    on: Event | None,
    by: Account | None,
    now: datetime,
) -> None:
    if not screens:
        return
    with _writing_of_screens(on) as event:
        taken = Screen.objects.filter(pk__in=[screen.pk for screen in screens], taken_at__isnull=False)
        taken.update(**fields, revision=F("revision") + 1)
        logged = ("turns", "notice", "theme", "name")
        values = {key: value for key, value in fields.items() if key in logged and not isinstance(value, F)}
        _note_if_on(event, action, screens=[str(screen) for screen in screens], by=by, now=now, **values)


@contextmanager
def _writing_of_screens(on: Event | None) -> Iterator[Event | None]:
    """Opens the write transaction, also after the end of an evening or while none is on."""
    if on is not None:
        with writing(on, even_locked=True) as event:
            yield event
    else:
        with write_transaction():
            yield None


def _note_if_on(event: Event | None, action: LogAction, *, by: Account | None, now: datetime, **after: Any) -> None:
    if event is not None:
        note(event, action, by=by, now=now, after=after)


def _find_free_name() -> str:
    """Returns the first of "Screen 1", "Screen 2" and so on that no screen has."""
    taken = Screen.objects.filter(of_shown_club(), taken_at__isnull=False)
    names = set(taken.values_list("name", flat=True))
    numbered = (_("Screen %(number)s") % {"number": number} for number in range(1, len(names) + 2))
    return next(name for name in numbered if name not in names)


def show_call_out(
    event: Event, text: str, *, screen: Screen | None = None, by: Account | None, now: datetime
) -> CallOut:
    """Calls out on one screen, or on all screens and phones; words that are shown already are not repeated."""
    text = " ".join(text.split())
    with writing(event, even_locked=True) as current:
        up = CallOut.objects.filter(event=current, screen=screen, text=text, taken_down_at=None).first()
        if up is not None:
            return up
        note(current, CALL_OUT, by=by, now=now, after={"text": text})
        return CallOut.objects.create(event=current, screen=screen, text=text, called_at=now, called_by=by)


def take_down_call_out(called: CallOut, *, by: Account | None, now: datetime) -> bool:
    """Takes a call-out down; False if somebody did already."""
    with writing(called.event, even_locked=True) as event:
        if not CallOut.objects.filter(pk=called.pk, taken_down_at=None).update(taken_down_at=now):
            return False
        note(event, TAKE_DOWN, by=by, now=now, after={"text": called.text})
        return True


def begin_prizes(event: Event, *, places: int, side_prizes: bool, by: Account | None, now: datetime) -> PrizeGiving:
    """Begins a prize-giving, or starts it over, with the present standings, and hides these from everybody else until
    all prizes are revealed. Raises NoPrizes while nobody has won anything."""
    with writing(event, even_locked=True) as current:
        steps = prizes_to_give(current, places=places, side_prizes=side_prizes)
        giving, _is_new = PrizeGiving.objects.update_or_create(
            event=current, defaults={"steps": steps, "revealed": 0, "began_at": now}
        )
        Event.objects.filter(pk=current.pk).update(standings_shown=False)
        note(current, BEGIN_PRIZES, by=by, now=now, after={"places": places})
        return giving


def reveal_prize(event: Event, *, seen: int, by: Account | None, now: datetime) -> bool:
    """Reveals the next prize. `seen` is how many the page showed, so that a button pressed twice counts once."""
    with writing(event, even_locked=True) as current:
        giving = PrizeGiving.objects.filter(event=current, revealed=seen).first()
        if giving is None or giving.is_over:
            return False
        PrizeGiving.objects.filter(pk=giving.pk).update(revealed=seen + 1)
        note(current, REVEAL_PRIZE, by=by, now=now, after={"number": seen + 1})
        return True


def cover_prize(event: Event, *, seen: int, by: Account | None, now: datetime) -> bool:
    """Covers the last prize again; `seen` as in `reveal_prize`."""
    with writing(event, even_locked=True) as current:
        giving = PrizeGiving.objects.filter(event=current, revealed=seen, revealed__gt=0)
        if not giving.update(revealed=seen - 1):
            return False
        note(current, COVER_PRIZE, by=by, now=now, after={"number": seen})
        return True


def stop_prizes(event: Event, *, by: Account | None, now: datetime) -> None:
    """Ends the prize-giving; the standings stay hidden or shown as they are."""
    with writing(event, even_locked=True) as current:
        if PrizeGiving.objects.filter(event=current).delete()[0]:
            note(current, STOP_PRIZES, by=by, now=now)


def draw_winner(
    event: Event, *, prize: str = "", seed: int, seen: int, by: Account | None, now: datetime
) -> RaffleDraw | None:
    """Draws one of those who are here and have not won before; the same people and seed give the same name. `seen` is
    how many winners the page showed: None if there are more by now, so that a button pressed twice draws once. Raises
    NobodyToDraw."""
    with writing(event, even_locked=True) as current:
        if RaffleDraw.objects.filter(event=current).count() != seen:
            return None
        entries = list(entries_in_raffle(current).order_by("pk"))
        if not entries:
            raise NobodyToDraw
        winner, prize = Random(seed).choice(entries), " ".join(prize.split())
        chosen = {"entry": winner, "prize": prize, "seed": seed, "among": len(entries)}
        drawn = RaffleDraw.objects.create(event=current, drawn_at=now, **chosen)
        note(current, DRAW_WINNER, by=by, now=now, after=chosen | {"entry": winner.pk})
        return drawn


def undo_draw_of_winner(drawn: RaffleDraw, *, by: Account | None, now: datetime) -> bool:
    """Undoes a draw: they can be drawn again. False if it was undone already."""
    with writing(drawn.event, even_locked=True) as current:
        if not RaffleDraw.objects.filter(pk=drawn.pk).delete()[0]:
            return False
        note(current, UNDO_DRAW_OF_WINNER, by=by, now=now, before={"entry": drawn.entry_id})
        return True
