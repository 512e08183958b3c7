"""What uvicorn serves: Django's WSGI handler in a few threads with lasting connections."""

from typing import cast

from a2wsgi import WSGIMiddleware
from a2wsgi.wsgi_typing import WSGIApp

from tournament.wsgi import application as django

application = WSGIMiddleware(cast(WSGIApp, django), workers=4)
