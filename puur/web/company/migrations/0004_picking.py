"""How far the picking of a set has come, and which process is at it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("company", "0003_sure_ratings")]

    operations = [
        migrations.AddField(model_name="dealset", name="asked", field=models.BooleanField(default=False)),
        migrations.AddField(model_name="dealset", name="looked", field=models.PositiveIntegerField(default=0)),
        migrations.AddField(model_name="dealset", name="sought", field=models.JSONField(default=list)),
        migrations.CreateModel(
            name="Picking",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("by", models.CharField(max_length=120)),
                ("until", models.DateTimeField()),
            ],
        ),
    ]
