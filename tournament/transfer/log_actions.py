"""The actions of the log that this room writes."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import Kind, LogAction
from tournament.models import join_names

IMPORT_EVENING = LogAction(
    "import_evening",
    Kind.BACKUPS,
    _("Replaced the evening by a newer one from a file"),
    restore_point=_("Before it was replaced by a file"),
)
EXPORT_FILE = LogAction("export_file", Kind.BACKUPS, _("Exported %(name)s"))
IMPORT_FILE = LogAction(
    "import_file",
    Kind.BACKUPS,
    lambda sentence: (
        gettext("Imported a file: evenings %(evenings)s; new people %(people)s; new leagues %(leagues)s")
        % {**sentence.after, "evenings": join_names(sentence.after["evenings"]) if sentence.after["evenings"] else 0}
    ),
)
