"""For which side a phone spoke when it sent a hand."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0007_entry_keys_by_match")]

    operations = [
        migrations.AddField(
            model_name="hand", name="side", field=models.PositiveSmallIntegerField(blank=True, null=True)
        ),
    ]
