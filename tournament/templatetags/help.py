"""Finds the help for a page."""

from django import template
from django.template import Context

from tournament.desk.queries.help_topics import TOPIC_OF_ROUTE, HelpTopic

register = template.Library()


@register.simple_tag(takes_context=True)
def help_topic_of_page(context: Context) -> HelpTopic | None:
    """Returns the help topic of the page that is shown, if it has one."""
    route = getattr(getattr(context.get("request"), "resolver_match", None), "url_name", None)
    return TOPIC_OF_ROUTE.get(route) if route else None
