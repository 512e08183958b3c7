from django.urls import path

from tournament.phone.views import manifest, me, own_match, phone

urlpatterns = [
    path("hangjack.webmanifest", manifest.manifest, name="manifest"),
    path("me/", me.me, name="me"),
    path("me/<int:match>/", own_match.own_match, name="own_match"),
    path("me/<int:match>/<slug:press>/", own_match.own_press, name="own_press"),
    path("t/", phone.code, name="code"),
    path("t/<str:code>/", phone.table, name="table"),
    path("t/<str:code>/what-if/", phone.what_if, name="table_what_if"),
    path("t/<str:code>/<int:match>/", phone.match, name="table_match"),
    path("t/<str:code>/<int:match>/now/", phone.now, name="table_now"),
    path("t/<str:code>/<int:match>/picture/", phone.picture, name="table_picture"),
    path("t/<str:code>/<int:match>/feats/", phone.feats, name="table_feats"),
    path("t/<str:code>/<int:match>/<slug:press>/", phone.press, name="table_press"),
]
