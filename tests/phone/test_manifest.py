"""A phone keeps a page as an app: the manifest is public, and every icon that it names is there."""

from io import BytesIO

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from PIL import Image


@pytest.mark.django_db
def test_a_phone_finds_the_manifest_on_a_page_and_each_icon_as_large_as_it_says():
    page = Client().get("/t/").content.decode()
    assert '<link rel="manifest" href="/hangjack.webmanifest">' in page
    answer = Client().get("/hangjack.webmanifest")
    said = answer.json()
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/manifest+json")
    assert (said["name"], said["display"], "start_url" in said) == ("Hangjack", "standalone", False)
    assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]
    sizes = {}
    for size in (192, 512):
        path = finders.find(f"img/icon-{size}.png")
        with open(path, "rb") as file:
            sizes[f"{size}x{size}"] = Image.open(BytesIO(file.read())).size
    assert sizes == {"192x192": (192, 192), "512x512": (512, 512)}
    assert sorted(icon["sizes"] for icon in said["icons"]) == ["192x192", "512x512", "any"]
