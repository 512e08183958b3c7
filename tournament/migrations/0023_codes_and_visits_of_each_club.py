from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournament", "0022_stand_ins"),
    ]

    operations = [
        migrations.AlterField(
            model_name="tablecode",
            name="code",
            field=models.CharField(db_index=True, max_length=12),
        ),
        migrations.AlterField(
            model_name="visitingmatch",
            name="match",
            field=models.CharField(db_index=True, max_length=60),
        ),
    ]
