"""Prints the table and the fixtures of a league with the same press as the documents of an evening."""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.club.emblem import emblem_context_of
from tournament.club.queries import emblem_of
from tournament.leagues.paper.fixture_sheet import choose_size
from tournament.leagues.paper.pocket_cards import lay_out_cards
from tournament.leagues.paper.season_grid import WIDTH as ACROSS
from tournament.leagues.paper.season_grid import lay_out_season
from tournament.leagues.paper.table_sheet import WIDTH, lay_out_table
from tournament.leagues.queries.brackets import show_bracket
from tournament.leagues.queries.filters import venues_of
from tournament.leagues.queries.leagues import teams_of
from tournament.leagues.queries.money import money_of, money_of_season
from tournament.leagues.queries.page import LeaguePage, league_page
from tournament.leagues.queries.players import player_records
from tournament.leagues.queries.results import result_rows_of
from tournament.leagues.queries.seasons import season_of
from tournament.leagues.queries.week import week_of_league
from tournament.models import League, LeagueTeam, names_outside
from tournament.paper.documents.brackets import lay_out_tree, room_of
from tournament.paper.typesetting import Paper, make_job, print_job
from tournament.press.sheets import Options, page_of
from tournament.web.private_links import draw_link

FILED = ("table", "money")
"""Templates of sheets that the secretary files, with room for holes."""
FOLDED = ("cards",)
"""Templates of sheets that have all on one side and are folded."""


def print_league(league: League, *, for_guest: bool, now: datetime) -> Paper:
    """Prints the table, or the bracket of a cup, as a PDF with a file name; `for_guest` is passed to `print_job`.
    Raises PressIsBusy, CannotPrint."""
    if league.is_cup:
        return _print_cup(league, for_guest=for_guest, now=now)
    return print_divisions([league], str(league), for_guest=for_guest, now=now)


def print_divisions(divisions: Sequence[League], title: str, *, for_guest: bool, now: datetime) -> Paper:
    """Prints the tables of divisions, of one club, one after the other as one PDF; otherwise as `print_league`."""
    return _print([_render_table(each, now) for each in divisions], divisions[0], title, "table", for_guest=for_guest)


def _render_table(league: League, now: datetime) -> str:
    week = week_of_league(league, today=timezone.localdate(now))
    records = player_records(league)
    layout = lay_out_table(week, Options(league.club.sheet), has_players=bool(records))
    title, page = _("League table"), week.page
    return _render(league, "table", title, now=now, week=week, page=page, layout=layout, records=records)


def _print_cup(league: League, *, for_guest: bool, now: datetime) -> Paper:
    bracket = show_bracket(league, teams := teams_of(league), result_rows_of(league, teams))
    options = Options(league.club.sheet)
    trees, room = lay_out_tree(bracket.columns, bracket.winner, options), room_of(options)
    return _print_page(
        league,
        "cup",
        _("Bracket"),
        "bracket",
        for_guest=for_guest,
        now=now,
        width=room.page_width,
        trees=trees,
        room=room,
    )


def print_fixtures(league: League, listing: str, *, for_guest: bool, now: datetime) -> Paper:
    """Prints the matches that are still to be played, for the notice board: by day, or as a list for each "team", or
    "venue" with those of the other divisions and cups there that everybody sees. Otherwise as `print_league`."""
    page = league_page(league, today=timezone.localdate(now))
    if listing == "team":
        lists = [(team.name, page.of_team(team)) for team in teams_of(league)]
    elif listing == "venue":
        lists = _lists_by_venue(league, page)
    else:
        lists = [("", page)]
    lists = [(title, own) for title, own in lists if own.days or not title]
    size = choose_size(lists, Options(league.club.sheet))
    return _print_page(
        league, "fixtures", _("Fixtures"), "fixtures", for_guest=for_guest, now=now, page=page, lists=lists, size=size
    )


def _lists_by_venue(league: League, page: LeaguePage) -> list[tuple[str, LeaguePage]]:
    divisions, cups = season_of(league)
    others = [each for each in (*divisions, *cups) if each.shown and each.pk != league.pk]
    pages = [page, *(league_page(each, today=page.today) for each in others)]
    lists = []
    for venue in venues_of(page):
        there = [(each.league.title, own) for each in pages if (own := each.at_venue(venue)).days]
        lists += [(f"{venue}, {title}" if len(there) > 1 else venue, own) for title, own in there]
    return lists


def print_season(league: League, *, for_guest: bool, now: datetime) -> Paper:
    """Prints the whole season on a sheet: who meets whom in which round, at home or away, with the results. Otherwise
    as `print_league`."""
    page, options = league_page(league, today=timezone.localdate(now)), Options(league.club.sheet)
    derbies = [{team.pk for team in each.teams.all()} for each in league.derbies.prefetch_related("teams")]
    blocked, names = list(league.blocked.all()), names_outside(league.club)
    for each in blocked:
        each.reason = each.reason if names is None else names.redact(each.reason)
    grid = lay_out_season(page, teams_of(league), options, derbies=derbies, blocked=blocked)
    title = _("Season at a glance")
    return _print_page(
        league, "season", title, "season", for_guest=for_guest, now=now, width=ACROSS, page=page, grid=grid
    )


def print_pocket_cards(league: League, team: int | None, *, for_guest: bool, now: datetime) -> Paper:
    """Prints a card to fold for the players of each team, or of one: its matches with a box for each result. Otherwise
    as `print_league`."""
    page, options = league_page(league, today=timezone.localdate(now)), Options(league.club.sheet)
    return _print_page(
        league,
        "cards",
        _("Pocket cards"),
        "cards",
        for_guest=for_guest,
        now=now,
        width=0.0,
        page=page,
        cards=lay_out_cards(page, teams_of(league), options, team),
        paper=page_of(options),
    )


def print_week(league: League, *, for_guest: bool, now: datetime) -> Paper:
    """Prints the results of the last week and the next matches of a cup for the board; the table of a league has them
    already. Otherwise as `print_league`."""
    if not league.is_cup:
        return print_league(league, for_guest=for_guest, now=now)
    week = week_of_league(league, today=timezone.localdate(now))
    return _print_page(league, "week", _("Week"), "week", for_guest=for_guest, now=now, week=week, page=week.page)


def print_captain_cards(league: League, links: Sequence[tuple[LeagueTeam, str]], *, now: datetime) -> Paper:
    """Prints a page for each captain, with the link of their team as a QR code and its fixtures; otherwise as
    `print_league`."""
    page = league_page(league, today=timezone.localdate(now))
    cards = [(team, draw_link(link, border=0), page.of_team(team)) for team, link in links]
    title = _("Captain’s card")
    return _print_page(league, "captains", title, "captains", for_guest=False, now=now, page=page, cards=cards)


def print_money(league: League, *, now: datetime) -> Paper:
    """Prints what each team owes and paid, for the secretary; otherwise as `print_league`."""
    title, money, season = _("Money of the league"), money_of(league), money_of_season(league)
    return _print_page(league, "money", title, "money", for_guest=False, now=now, money=money, season=season)


def _print_page(
    league: League,
    template: str,
    title: str,
    name: str,
    *,
    for_guest: bool,
    now: datetime,
    width: float = WIDTH,
    **shown: object,
) -> Paper:
    html = _render(league, template, title, now=now, width=width, **shown)
    return _print([html], league, str(league), name, for_guest=for_guest, width=width)


def _render(league: League, template: str, title: str, *, now: datetime, width: float = WIDTH, **shown: object) -> str:
    context = {
        **emblem_context_of(emblem_of(league.club)),
        "document": {"title": title, "is_filed": template in FILED, "is_folded": template in FOLDED},
        "league": league,
        "club": league.club,
        "printed_at": now.replace(second=0, microsecond=0),
        "page_style": page_of(Options(league.club.sheet), width).style,
        "language": get_language() or settings.LANGUAGE_CODE,
        **shown,
    }
    if "page" not in context:
        context["page"] = league_page(league, today=timezone.localdate(now))
    return render_to_string(f"leagues/print/{template}.html", context)


def _print(
    pages: Sequence[str], league: League, title: str, name: str, *, for_guest: bool, width: float = WIDTH
) -> Paper:
    paper = page_of(Options(league.club.sheet), width)
    job = make_job(pages, paper, emblem_of(league.club))
    printed = print_job(job, f"league {name}", for_guest=for_guest)
    return Paper(printed.pdf, printed.pages, f"{slugify(title, allow_unicode=True) or 'league'}-{name}.pdf")
