"""Writes the web site of the club into a folder, or packs it into one file."""

import zipfile
from collections.abc import Mapping
from datetime import datetime
from io import BytesIO
from pathlib import Path

from django.template.loader import get_template
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.leagues.services.reports import bring_up_to_date
from tournament.models import Club, League
from tournament.publishing.queries.assets import assets_of
from tournament.publishing.queries.site import Site
from tournament.publishing.site_folder import MANIFEST, CannotPublish, Published, SiteFolder, hash_of
from tournament.seasons.services.results import refresh_results

STAMP, STAMP_IN_WORDS = "0000-00-00", "0 00 0000"
"""Placeholder in a page for the day it was made, until that day is known."""


def publish_site(club: Club | None, folder: Path, *, now: datetime) -> Published:
    """Writes what is new, leaves what is unchanged and removes what is no longer shown. Raises CannotPublish."""
    if club is None:
        raise CannotPublish(_("There is nothing to publish: this Hangjack has no club yet."))
    refresh_results(club, now=now)
    for league in League.objects.filter(club=club, shown=True):
        bring_up_to_date(league, now=now)
    site, into, day = Site(club), SiteFolder(folder), localtime(now).date()
    pages, assets = site.pages(), list(assets_of(club, site.emblem))
    into.announce([*(path for path, _content in assets), *(page.path for page in pages)])
    written = 0
    for path, content in assets:
        written += into.write(path, hash_of(content), content, day=day)
    for page in pages:
        if into.is_current(page.path, page.key):
            into.keep(page.path)
        else:
            context = {**site.head, **page.read(), "root": page.root, "made_on": STAMP}
            context["made_on_in_words"] = STAMP_IN_WORDS
            made: str = get_template(page.template).render(context)
            content = (site.names.redact(made) if page.is_typed else made).encode()
            written += into.write(
                page.path, page.key, content, day=day, stamps=(STAMP.encode(), STAMP_IN_WORDS.encode())
            )
    removed, left = into.finish()
    return Published(written, removed, left, len(pages))


def write_site(folder: Path, pages: Mapping[str, bytes], assets: Mapping[str, bytes], *, now: datetime) -> Published:
    """Writes a site whose pages are made already, as `publish_site` does. Raises CannotPublish."""
    into, files, day = SiteFolder(folder), {**assets, **pages}, localtime(now).date()
    into.announce(list(files))
    written = sum(into.write(path, hash_of(content), content, day=day) for path, content in files.items())
    removed, left = into.finish()
    return Published(written, removed, left, len(pages))


def pack_site(folder: Path) -> bytes:
    """Packs the published files of a folder into one ZIP, with the manifest, so that the next publishing can continue
    from it."""
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as archive:
        for path in (*sorted(SiteFolder(folder).known), MANIFEST):
            archive.write(folder / path, path)
    return packed.getvalue()
