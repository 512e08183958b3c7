"""Reports of errors to a Sentry that the settings name. Without one nothing is imported, and nothing leaves the hall.

A report has the traceback, the address without its secrets, and the version: no values of variables, no headers, no
form, no names of people.
"""

import importlib
import json
from typing import Any

from tournament.web.log_filters import mask_addresses

SHARED = ("method", "url")
"""What a report has of the request."""


class SentryMissing(Exception):
    """`sentry-sdk` is not installed."""


def report_errors_to(dsn: str, *, version: str) -> None:
    """Begins to report errors, unless `dsn` is empty. Raises SentryMissing, and ValueError for what is no DSN."""
    if not dsn:
        return
    try:
        sentry = importlib.import_module("sentry_sdk")
    except ImportError:
        words = "HANGJACK_SENTRY_DSN needs the package sentry-sdk. Install it, or leave the setting out."
        raise SentryMissing(words) from None
    sentry.init(
        dsn=dsn,
        release=f"hangjack@{version}",
        before_send=strip_report,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
        send_default_pii=False,
        auto_session_tracking=False,
        server_name="",
    )


def strip_report(report: dict[str, Any], _hint: dict[str, Any]) -> dict[str, Any]:
    """Returns the report without what a table, a captain or somebody signed in keeps to themselves."""
    asked = {name: value for name, value in report.get("request", {}).items() if name in SHARED}
    stripped: dict[str, Any] = json.loads(mask_addresses(json.dumps({**report, "request": asked}, default=str)))
    stripped.pop("user", None)
    return stripped
