from django.http import HttpRequest, HttpResponse


def home(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def seats(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def standings(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")
