"""The actions of the log about people."""

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.foundation.log_actions import Kind, LogAction

ADD_PERSON = LogAction("add_person", Kind.PEOPLE, _("Added %(name)s to the club’s people"))
DELETE_PERSON = LogAction("delete_person", Kind.PEOPLE, _("Deleted %(name)s, who had no evening and no fee"))
MERGE_PEOPLE = LogAction("merge_people", Kind.PEOPLE, _("Merged %(gone)s into %(kept)s"))
UNDO_MERGE = LogAction("undo_merge", Kind.PEOPLE, _("Undid the merge of %(gone)s into %(kept)s"))
TELL_APART = LogAction("tell_apart", Kind.PEOPLE, _("%(one)s and %(other)s are 2 people"))
FORGET_PERSON = LogAction("forget_person", Kind.PEOPLE, _("Forgot a person, who is %(name)s now"))
IMPORT_PEOPLE = LogAction(
    "import_people", Kind.PEOPLE, _("Imported people from a spreadsheet: %(new)s new, %(changed)s changed")
)
UNDO_IMPORT_PEOPLE = LogAction(
    "undo_import_people",
    Kind.PEOPLE,
    lambda sentence: (
        gettext("Undid the import of people: %(deleted)s deleted, %(kept)s kept, %(changed_back)s changed back")
        % {"changed_back": 0, **sentence.after}
    ),
)
OFFER_LINK = LogAction("offer_link", Kind.PEOPLE, _("Made a code to link %(name)s with another club"))
LINK_PERSON = LogAction("link_person", Kind.PEOPLE, _("Linked %(name)s with a person of another club"))
UNLINK_PERSON = LogAction("unlink_person", Kind.PEOPLE, _("Ended a link of %(name)s with another club"))
EXPORT_PEOPLE = LogAction("export_people", Kind.PEOPLE, _("Downloaded the list of people"))
CHANGE_PEOPLE_SETTINGS = LogAction("change_people_settings", Kind.PEOPLE, _("Changed the settings for people"))
PAY_MEMBERSHIP = LogAction("pay_membership", Kind.MONEY, _("%(name)s paid a membership fee of %(amount)s"))
TAKE_BACK_MEMBERSHIP = LogAction(
    "take_back_membership", Kind.MONEY, _("Undid a membership fee of %(amount)s from %(name)s")
)
