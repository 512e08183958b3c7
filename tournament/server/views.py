"""What those ask who look after a server: whether it works, and its figures."""

from http import HTTPStatus
from ipaddress import ip_address
from tempfile import TemporaryFile

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST

from tournament.server.metrics import write_metrics
from tournament.web.guards import FORWARDED, everybody

NOT_STORED = {"Cache-Control": "no-store"}


@everybody
@require_safe
def healthz(_request: HttpRequest) -> HttpResponse:
    """Answers "ok" while the database answers and the data folder takes files, otherwise 503 and a sentence."""
    fault = _find_fault()
    status = HTTPStatus.SERVICE_UNAVAILABLE if fault else HTTPStatus.OK
    return HttpResponse(f"{fault or 'ok'}\n", "text/plain; charset=utf-8", status, headers=NOT_STORED)


def _find_fault() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return _("The database does not answer.")
    try:
        with TemporaryFile(dir=settings.DATA_DIR) as probe:
            probe.write(b"ok")
    except OSError:
        return _("The data folder cannot be written to.")
    return ""


@everybody
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answers those with the token, and the addresses that the settings allow; for all others it is not there."""
    if not (_has_token(request) or _is_allowed_address(request)):
        raise Http404
    return HttpResponse(write_metrics(), CONTENT_TYPE_LATEST, headers=NOT_STORED)


def _has_token(request: HttpRequest) -> bool:
    sent = request.headers.get("Authorization", "")
    return bool(settings.METRICS_TOKEN) and constant_time_compare(sent, f"Bearer {settings.METRICS_TOKEN}")


def _is_allowed_address(request: HttpRequest) -> bool:
    """Looks at the nearest address. What a proxy passes on is for others, whose addresses anybody can write."""
    if any(name in request.META for name in FORWARDED):
        return False
    try:
        address = ip_address(request.META["REMOTE_ADDR"].partition("%")[0])
    except ValueError:
        return False
    return any(address in network for network in settings.METRICS_FOR if network.version == address.version)
