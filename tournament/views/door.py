from django.http import HttpRequest, HttpResponse


def door(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def players(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def entry(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")
