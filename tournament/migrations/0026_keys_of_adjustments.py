from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournament', '0025_teams_of_derbies'),
    ]

    operations = [
        migrations.AlterField(
            model_name='adjustment',
            name='key',
            field=models.UUIDField(),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.UniqueConstraint(fields=('entry', 'key'), name='one_adjustment_a_form'),
        ),
    ]
