"""Undoes one press of the director's, as long as nothing depends on it; writes Help as a site of plain files."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from pathlib import Path

from django.db.models import Max
from django.template.loader import render_to_string

from tournament.desk.log_actions import UNDO_STEP
from tournament.desk.queries.help_topics import TOPICS, write_topic
from tournament.foundation.writing import note, writing
from tournament.models import Account, Event, LogEntry
from tournament.publishing.queries.assets import STYLE_SHEET, STYLES, assets_of_site
from tournament.publishing.services import write_site
from tournament.publishing.site_folder import Published

HELP_STYLES = (*STYLES, "desk/help.css")
HELP_PICTURES = ("favicon.svg", "chalk-line.svg", "readme.png", "readme-phone.png")


def undo_once(
    event: Event,
    name: str,
    lines: Sequence[LogEntry],
    calls: Sequence[Callable[..., object]],
    *,
    opposite: Collection[str],
    by: Account,
    now: datetime,
) -> None:
    """Undoes a press by these calls, each of which is itself a press of the same kind, and marks both, so that neither
    can be undone again. `opposite` are the actions whose new lines are marked as well as `lines`."""
    with writing(event):
        log = LogEntry.objects.filter(event=event)
        latest = log.aggregate(latest=Max("pk"))["latest"]
        for call in calls:
            call(by=by, now=now)
        log.filter(pk__in=[line.pk for line in lines]).update(undone_at=now)
        log.filter(pk__gt=latest, action__in=opposite).update(undone_at=now)
        note(event, UNDO_STEP, by=by, now=now, after={"text": name})


def publish_help(folder: Path, *, now: datetime) -> Published:
    """Writes Help as a web site, whose first page says what Hangjack is and how to get it. It needs no database. Raises
    CannotPublish."""
    head = {"root": "", "style_sheet": STYLE_SHEET, "topics": TOPICS}
    pages = {"index.html": render_to_string("help/site_start.html", head)}
    for topic, later in zip(TOPICS, [*TOPICS[1:], None], strict=True):
        text = write_topic(topic, is_on_site=True)
        about = {"topic": topic, "later": later, "text": text}
        pages[f"{topic.key}.html"] = render_to_string("help/site_topic.html", {**head, **about})
    made = {path: page.encode() for path, page in pages.items()}
    return write_site(folder, made, dict(assets_of_site(HELP_STYLES, HELP_PICTURES)), now=now)
