"""What a screen's settings say, beside what it shows now: until here it was the same."""

from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import F


def keep(apps: Any, schema_editor: BaseDatabaseSchemaEditor) -> None:
    apps.get_model("tournament", "Screen").objects.using(schema_editor.connection.alias).update(as_set=F("turns"))


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0022_due_and_paid"),
    ]

    operations = [
        migrations.AddField(
            model_name="screen",
            name="as_set",
            field=models.JSONField(blank=True, default=list),
        ),
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
