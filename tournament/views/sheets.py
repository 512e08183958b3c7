from django.http import HttpRequest, HttpResponse


def sheets(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def sheet(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")
