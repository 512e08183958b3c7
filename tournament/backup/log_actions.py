"""The actions of the log that this room writes."""

from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import Kind, LogAction, say_either

MAKE_BACKUP = LogAction("make_backup", Kind.BACKUPS, _("Made the backup %(name)s"))
DOWNLOAD_BACKUP = LogAction("download_backup", Kind.BACKUPS, _("Downloaded the backup %(name)s"))
UPLOAD_BACKUP = LogAction("upload_backup", Kind.BACKUPS, _("Uploaded the backup %(name)s"))
DELETE_BACKUP = LogAction("delete_backup", Kind.BACKUPS, _("Deleted the backup %(name)s"))
RESTORE_BACKUP = LogAction(
    "restore_backup",
    Kind.BACKUPS,
    say_either("asked_by", _("Restored the backup %(name)s, for %(asked_by)s"), _("Restored the backup %(name)s")),
)
NAME_SECOND_PLACE = LogAction(
    "name_second_place",
    Kind.BACKUPS,
    say_either(
        "place", _("Named a second place for backups: %(place)s"), _("Stopped copying backups to a second place")
    ),
)
LOCK_BACKUPS = LogAction(
    "lock_backups",
    Kind.BACKUPS,
    say_either(
        "is_locked", _("Backups are locked with a passphrase from now on"), _("Backups are not locked from now on")
    ),
)
