"""What uvicorn serves: Django's WSGI handler in a few threads with lasting connections."""

from a2wsgi import WSGIMiddleware

from tournament.wsgi import application as django

application = WSGIMiddleware(django, workers=4)
