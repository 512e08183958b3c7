from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tournament", "0008_income_and_expenses_of_a_league")]

    operations = [
        migrations.AddField(
            model_name="leaguereport",
            name="played_on",
            field=models.DateField(blank=True, null=True),
        ),
    ]
