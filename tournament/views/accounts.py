from django.http import HttpRequest, HttpResponse


def sign_in(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def sign_out(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def new_password(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")


def accounts(request: HttpRequest, **kwargs: object) -> HttpResponse:
    return HttpResponse("")
