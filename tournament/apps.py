"""The app, as Django knows it."""

from importlib import import_module
from pathlib import Path

from django.apps import AppConfig


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Hangjack"

    def ready(self) -> None:
        log_actions = import_module("tournament.foundation.log_actions")  # has models, which Django has read only now
        for path in sorted(Path(self.path).glob("*/log_actions.py")):
            log_actions.collect_actions(import_module(f"tournament.{path.parent.name}.log_actions"))
