from django.http import HttpRequest, HttpResponse


def match(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def results(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def agree_results(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def ruling(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")
