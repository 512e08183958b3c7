import re
from typing import Any

from django.db import migrations, models

MAIL = re.compile(
    r"(?:\be-?mail\s*:?\s*|\bmailto:)?[<(]?([^\s,;<>()]+@[^\s,;<>()@]+\.[^\s,;<>()@]+)[>)]?", re.IGNORECASE
)


def split(text: str) -> tuple[str, str]:
    """Whatever is no e-mail address stays beside the telephone number."""
    mails = MAIL.findall(text)
    if not mails:
        return text.strip(), ""
    rest = re.sub(r"(?:\s*[,;/|]\s*)+", ", ", MAIL.sub(" , ", text))
    return " ".join(rest.strip(" ,").split()), ", ".join(mails)


def split_contacts(apps: Any, schema_editor: Any) -> None:
    people = apps.get_model("tournament", "Player").objects.using(schema_editor.connection.alias)
    for pk, contact in list(people.exclude(contact="").values_list("pk", "contact")):
        phone, email = split(contact)
        people.filter(pk=pk).update(phone=phone, email=email)
    merges = apps.get_model("tournament", "PersonMerge").objects.using(schema_editor.connection.alias)
    for row in list(merges.all()):
        details = row.moved.get("details", {})
        if before_and_after := details.pop("contact", None):
            (phone, email), (new_phone, new_email) = (split(text or "") for text in before_and_after)
            pairs = {"phone": [phone, new_phone], "email": [email, new_email]}
            details |= {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
        phone, email = split(row.gone.pop("contact", ""))
        merges.filter(pk=row.pk).update(moved=row.moved, gone=row.gone | {"phone": phone, "email": email})


def join_contacts(apps: Any, schema_editor: Any) -> None:
    people = apps.get_model("tournament", "Player").objects.using(schema_editor.connection.alias)
    for pk, *both in list(people.values_list("pk", "phone", "email")):
        people.filter(pk=pk).update(contact=", ".join(filter(None, both))[:200])


class Migration(migrations.Migration):
    dependencies = [("tournament", "0012_records_and_ratings_of_evenings")]

    operations = [
        migrations.AddField("player", "phone", models.CharField(blank=True, max_length=200)),
        migrations.AddField("player", "email", models.CharField(blank=True, max_length=200)),
        migrations.RunPython(split_contacts, join_contacts),
        migrations.RemoveField("player", "contact"),
    ]
