"""Sheets that are filled in from the opponents' sheets, and boxes that are left empty. Evenings that are in the
database already keep the rule that they were played by: an empty box is unknown."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0026_people_of_one_name"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="empty_means_none",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="event",
            name="empty_means_none",
            field=models.BooleanField(
                default=True, help_text="All Fours and Jacks turned, left empty on a score sheet."
            ),
        ),
        migrations.AddField(
            model_name="sheetline",
            name="from_opponents",
            field=models.BooleanField(default=False, help_text="Filled in from the opponent's sheet, as its own is missing."),
        ),
    ]
