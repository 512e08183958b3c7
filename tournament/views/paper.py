from django.http import HttpRequest, HttpResponse


def paper(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def pdf(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")
