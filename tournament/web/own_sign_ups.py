"""The people and the sign-ups that a phone remembers, the latter by their tokens. A phone needs no account to see,
change or cancel what it signed up for. The short code of a sign-up brings it to another phone."""

from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from tournament.web.phone_memory import NAMES, SIGN_UPS
from tournament.web.table_codes import CHARACTERS, LENGTH

MOST = 12


def tokens_on_phone(request: HttpRequest) -> list[str]:
    """Returns the tokens of this phone's sign-ups, the oldest first."""
    return SIGN_UPS.read_from(request)


def names_picked(request: HttpRequest) -> list[tuple[int, str]] | None:
    """Returns the people who were picked on this phone, None until somebody was."""
    if NAMES.cookie not in request.COOKIES:
        return None
    return [(int(player), str(name)) for player, name in NAMES.read_from(request)]


def remember_sign_up(request: HttpRequest, response: HttpResponse, token: str) -> None:
    SIGN_UPS.write_to(response, [*(each for each in tokens_on_phone(request) if each != token), token][-MOST:])


def code_of_sign_up(token: str) -> str:
    """Returns the short code of a sign-up, as `table_codes.plain_code` reads it. It is made from the token, so that
    nobody can guess it from a list of names."""
    number = int.from_bytes(salted_hmac(SIGN_UPS.salt, token, algorithm="sha256").digest())
    letters = []
    for _place in range(LENGTH):
        number, at = divmod(number, len(CHARACTERS))
        letters.append(CHARACTERS[at])
    return "".join(letters)
