"""A form's key is its own within its match only: the same one sent to another match is nobody's fault there."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0006_slips_keyed_twice")]

    operations = [
        migrations.AlterField(model_name="hand", name="entry_key", field=models.UUIDField()),
        migrations.AddConstraint(
            model_name="hand",
            constraint=models.UniqueConstraint(fields=("match", "entry_key"), name="one_version_a_key"),
        ),
    ]
