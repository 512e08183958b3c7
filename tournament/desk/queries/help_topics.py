"""The topics of Help, their texts, the pages that each is about, and the search through their words."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.template.loader import render_to_string
from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.text import get_text_list
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from scoring import RULE_SETS
from tournament.formats.formats import BELL_RULES, KENT_1674
from tournament.rules.queries.in_words import describe_rules
from tournament.rules.queries.rules import word_for
from tournament.rules.queries.rules_sheet import pips_of, steps_of


@dataclass(frozen=True)
class HelpTopic:
    """A topic of Help. Its text is the template `help/KEY.html`; `routes` are the names of the pages that it helps
    with."""

    key: str
    title: str | Promise
    routes: tuple[str, ...] = ()


TOPICS = (
    HelpTopic(
        "start",
        _("Set up an evening"),
        ("events", "event_new", "event_duplicate", "event_delete", "settings_of_event", "club", "accounts", "price"),
    ),
    HelpTopic(
        "door",
        _("Take names at the door"),
        ("door", "door_players", "people_list", "door_person", "door_name", "door_team", "door_dues"),
    ),
    HelpTopic(
        "people",
        _("Keep the club’s people"),
        (
            "people",
            "person_new",
            "person",
            "person_fees",
            "people_settings",
            "duplicates",
            "person_forget",
            "person_links",
            "people_import",
            "money",
            "sign_ups",
        ),
    ),
    HelpTopic(
        "seasons",
        _("Seasons, records and ratings"),
        (
            *("seasons", "season", "series", "season_new", "season_change", "series_new", "series_change"),
            *("club_records", "ratings", "rating_rules"),
        ),
    ),
    HelpTopic("draw", _("Draw the tables and show the seats"), ("draw", "draw_now", "seats")),
    HelpTopic("clock", _("Run the clock"), ("clock", "clock_settings", "clock_screen", "timetable")),
    HelpTopic("late", _("Latecomers, leavers and substitutes"), ("reseat",)),
    HelpTopic("phones", _("Phones at the tables"), ("code", "tables", "table", "table_match")),
    HelpTopic("own-phone", _("A player’s own phone"), ("me", "sign_up", "own_sign_up", "find_sign_up")),
    HelpTopic("tonight", _("Your page of the evening"), ("home", "event", "undo", "lock", "log")),
    HelpTopic(
        "results",
        _("Key in sheets and slips"),
        (
            "sheets",
            "sheet",
            "slips",
            "slip",
            "second_slip",
            "sheet_again",
            "slip_again",
            "results",
            "result_list",
            "match",
            "hand",
        ),
    ),
    HelpTopic("disputes", _("Settle a disputed hand or result"), ("ruling", "decide", "adjustments")),
    HelpTopic("standings", _("Ranking and standings"), ("standings", "final_cut", "ranking")),
    HelpTopic("screens", _("Screens on the wall"), ("screens", "screen_settings")),
    HelpTopic("prizes", _("Start prize-giving"), ("prizes",)),
    HelpTopic("paper", _("Printing"), ("paper", "preview")),
    HelpTopic("games", _("Other games"), ("rules",)),
    HelpTopic("rounds", _("An evening of rounds"), ("plan", "line_up", "team_line_up")),
    HelpTopic("trouble", _("When something goes wrong"), ("backups", "backup")),
    HelpTopic(
        "league",
        _("Run a league"),
        (
            "leagues",
            "league_new",
            "league",
            "league_rules",
            "league_fixtures",
            "league_fixture",
            "league_import",
            "league_result",
            "league_ruling",
            "league_team",
            "league_evening",
            "league_squad",
            "league_players",
            "league_teams",
            "league_week",
            "league_money",
            "league_next_season",
            "league_captain",
            "league_reports",
            "league_report",
            "captain",
            "captain_match",
            "league_withdrawal",
            "league_penalties",
            "league_penalty",
            "league_log",
            "federation",
            "federation_clubs",
        ),
    ),
    HelpTopic(
        "transfer",
        _("Another computer, and restore points"),
        ("transfer", "import_preview", "restore_points", "restore_point"),
    ),
    HelpTopic("sharing", _("The web site and the club’s chat"), ("web_site", "share_standings", "series_share")),
    HelpTopic("data", _("Use the data elsewhere"), ("data_sharing", "api_docs", "calendar", "calendar_of_league")),
    HelpTopic("versions", _("Get a new version of Hangjack"), ()),
    HelpTopic("kent-rules", _("The rules of 1674")),
)
TOPIC_OF_ROUTE = {route: topic for topic in TOPICS for route in topic.routes}


def write_topic(topic: HelpTopic, *, is_on_site: bool = False) -> SafeString:
    """Returns the text of a topic. On a site of plain files it leads to no page of a server."""
    rules = RULE_SETS[KENT_1674.rule_set]
    context = {
        "is_on_site": is_on_site,
        "rules": rules,
        "steps": tuple(steps_of(rules)),
        "pips_word": word_for(rules, "pips"),
        "pips": pips_of(rules),
        "sections": describe_rules(rules, rules),
        "bell_rules": BELL_RULES.values(),
        "games_by_points": get_text_list([_now(each.name) for each in RULE_SETS.values() if each.taken], _now("and")),
    }
    return SafeString(render_to_string(f"help/{topic.key}.html", context))


def find_topics(query: str, texts: Mapping[str, str]) -> list[HelpTopic]:
    """Returns the topics that contain every word of a query; first those with all of them in the title. `texts` are the
    words of each topic by its key."""
    words = query.casefold().split()
    topics = [
        topic for topic in TOPICS if all(word in f"{topic.title} {texts[topic.key]}".casefold() for word in words)
    ]
    return sorted(topics, key=lambda topic: not all(word in str(topic.title).casefold() for word in words))
