"""The sentences in the log about changes to people."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.foundation.log_lines import LogChange
from tournament.models import Audience, LogEntry

LABELS: Mapping[str, str] = {
    "name": gettext_noop("Name"),
    "note": gettext_noop("Note"),
    "nickname": gettext_noop("Nickname"),
    "is_member": gettext_noop("Member"),
    "fee_paid_until": gettext_noop("Fee paid until"),
    "left_on": gettext_noop("Left on"),
    "shown_to": gettext_noop("Page shown to"),
}


SENTENCES: Mapping[str, Callable[[LogEntry], str]] = {
    "add_person": lambda entry: _("Added %(name)s to the club’s people") % entry.after,
    "change_person": lambda entry: _("Changed the details of %(person)s") % {"person": entry.before["person"]},
    "delete_person": lambda entry: _("Deleted %(name)s, who had no evening and no fee") % entry.after,
    "merge_people": lambda entry: _("Merged %(gone)s into %(kept)s") % entry.after,
    "undo_merge": lambda entry: _("Undid the merge of %(gone)s into %(kept)s") % entry.after,
    "tell_apart": lambda entry: _("%(one)s and %(other)s are 2 people") % entry.after,
    "forget_person": lambda entry: _("Forgot a person, who is %(name)s now") % entry.after,
    "import_people": lambda entry: (
        _("Imported people from a spreadsheet: %(new)s new, %(changed)s changed") % entry.after
    ),
    "undo_import_people": lambda entry: (
        _("Undid the import of people: %(deleted)s deleted, %(kept)s kept") % entry.after
    ),
    "export_people": lambda entry: _("Downloaded the list of people"),
    "change_people_settings": lambda entry: _("Changed the settings for people"),
    "pay_membership": lambda entry: _("%(name)s paid a membership fee of %(amount)s") % entry.after,
    "take_back_membership": lambda entry: _("Undid a membership fee of %(amount)s from %(name)s") % entry.after,
}


def changes_of_person(entry: LogEntry) -> tuple[LogChange, ...]:
    found = [
        LogChange(_(label), _in_words(name, entry.before.get(name)), _in_words(name, entry.after[name]) or _("none"))
        for name, label in LABELS.items()
        if name in entry.after
    ]
    if "contact" in entry.after.get("fields", ()):
        found.append(LogChange(_("Contact"), "", _("another one")))
    return tuple(found)


def _in_words(name: str, value: object) -> str:
    if name == "shown_to" and value:
        return str(Audience(str(value)).label)
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(value or "")
