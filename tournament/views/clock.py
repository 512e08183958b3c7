from django.http import HttpRequest, HttpResponse


def clock(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def clock_parts(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def clock_screen(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")
