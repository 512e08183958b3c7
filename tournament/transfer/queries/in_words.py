"""Says the preview of an import in sentences, for the page and for the terminal."""

from collections.abc import Iterator, Mapping

from django.utils import formats
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.transfer.queries.preview import ComingOwner, ImportPreview

STATES: Mapping[str, Promise] = {
    "same": gettext_lazy("is already here and the same. It stays as it is."),
    "older": gettext_lazy("is already here and was continued after this export. It stays as it is."),
    "other": gettext_lazy("is already here but different. It stays as it is."),
    "continues": gettext_lazy(
        "is already here, but was continued in the file. The version in the file can replace it."
    ),
    "parted": gettext_lazy(
        "is already here, but was continued both here and in the file. The version in the file can be added as a"
        " second evening."
    ),
}


def say_preview(seen: ImportPreview) -> list[str]:
    return [*say_club(seen), *(f"{say_name(each)} – {say_state(each)}" for each in seen.evenings), *_say_more(seen)]


def say_club(seen: ImportPreview) -> Iterator[str]:
    there = {"there": seen.export.club["name"], "here": seen.club.name if seen.club else ""}
    if seen.is_other_club:
        yield _("This file is from another club, %(there)s. This one is %(here)s.") % there
    elif seen.takes_club_over:
        yield _("The club here becomes %(there)s, with its settings.") % there


def say_name(each: ComingOwner) -> str:
    if each.read.values.get("date"):
        return f"{each.name}, {formats.date_format(each.read.values['date'], 'j F Y')}"
    return f"{each.name} {each.read.values.get('season', '')}".strip()


def say_state(each: ComingOwner) -> str:
    """Returns whether an evening or league of the file is here already, and what the import does with it."""
    if each.state != "new":
        return str(STATES[each.state])
    if each.read.values.get("date") is None:
        values = {"teams": each.read.count("league_team"), "results": each.read.count("league_result")}
        return _("new here. Teams: %(teams)s; results: %(results)s.") % values
    values = {
        "players": each.read.count("entry"),
        "hands": each.read.count("hand"),
        "lines": each.read.count("log_entry"),
    }
    sentences = [_("new here. Players: %(players)s; hands: %(hands)s; lines of the log: %(lines)s.") % values]
    if each.is_in_play:
        sentences.append(_("It is still being played, and can be finished here."))
        if codes := sum(row["revoked_at"] is None for row in each.read.rows["table_code"]):
            words = ngettext(
                "%(n)s table code comes along and still opens its table: type it at this computer’s address, since the "
                "printed cards name the other one. Lock the evening there, so that nobody goes on with it.",
                "%(n)s table codes come along and still open their tables: type them at this computer’s address, since "
                "the printed cards name the other one. Lock the evening there, so that nobody goes on with it.",
                codes,
            )
            sentences.append(words % {"n": codes})
    return " ".join(sentences)


def say_nothing_new(seen: ImportPreview) -> str:
    if seen.leaves_as_it_is:
        return _("Nothing is imported: what differs stays as it is here.")
    return _("Nothing new: all of this is here already.")


def _say_more(seen: ImportPreview) -> Iterator[str]:
    yield from (f"{say_name(each)} – {say_state(each)}" for each in seen.leagues)
    if seen.changes_nothing:
        yield say_nothing_new(seen)
        return
    if seen.new:
        number = len(seen.new)
        yield ngettext("%(n)s person is new here.", "%(n)s people are new here.", number) % {"n": number}
    if seen.known:
        number = len(seen.known)
        yield ngettext("%(n)s person is known here.", "%(n)s people are known here.", number) % {"n": number}
    if seen.doubts:
        number = len(seen.doubts)
        words = ngettext(
            "%(n)s person has a name that somebody here has, or one like it.",
            "%(n)s people have a name that somebody here has, or one like it.",
            number,
        )
        yield words % {"n": number}
    if seen.new_accounts:
        yield _("New accounts, closed until a director gives them a password: %(names)s.") % {
            "names": ", ".join(seen.new_accounts)
        }
    if seen.new_rules:
        yield _("House rules: %(names)s.") % {"names": ", ".join(seen.new_rules)}
    if seen.brings_emblem:
        yield _("The club’s emblem.")
