"""The web manifest: name, icons and colours, so that a phone can save a page as an app if its browser allows.

It names no start page: the app starts with the page it was saved from, a table's sheet or somebody's own page.
"""

from django.http import HttpRequest, JsonResponse
from django.templatetags.static import static
from django.views.decorators.cache import cache_control

from tournament.web.guards import everybody

SLATE = "#1d2a2d"  # as in static/web/tokens.css
SIZES = (192, 512)
AN_HOUR = 3600


@everybody
@cache_control(public=True, max_age=AN_HOUR)
def manifest(request: HttpRequest) -> JsonResponse:
    drawn = {"src": static("img/favicon.svg"), "type": "image/svg+xml", "sizes": "any"}
    icons = [
        {
            "src": static(f"img/icon-{size}.png"),
            "type": "image/png",
            "sizes": f"{size}x{size}",
            "purpose": "any maskable",
        }
        for size in SIZES
    ]
    content = {
        **{"name": "Hangjack", "short_name": "Hangjack", "display": "standalone"},
        **{"background_color": SLATE, "theme_color": SLATE, "icons": [drawn, *icons]},
    }
    return JsonResponse(content, content_type="application/manifest+json")
