"""What a screen's settings say, beside what it shows now: until here it was the same."""

from django.db import migrations, models
from django.db.models import F


def keep(apps, schema_editor):
    apps.get_model("tournament", "Screen").objects.update(as_set=F("turns"))


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
