from django.http import HttpRequest, HttpResponse


def events(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def event_new(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def event(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def settings_of_event(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def lock(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def show(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def log(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")
