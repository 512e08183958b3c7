from django.urls import path

from tournament.phone.views import manifest, me, phone

urlpatterns = [
    path("hangjack.webmanifest", manifest.manifest, name="manifest"),
    path("me/", me.me, name="me"),
    path("t/", phone.code, name="code"),
    path("t/<str:code>/", phone.table, name="table"),
    path("t/<str:code>/<int:match>/", phone.match, name="table_match"),
    path("t/<str:code>/<int:match>/now/", phone.now, name="table_now"),
    path("t/<str:code>/<int:match>/picture/", phone.picture, name="table_picture"),
    path("t/<str:code>/<int:match>/feats/", phone.feats, name="table_feats"),
    path("t/<str:code>/<int:match>/<slug:press>/", phone.press, name="table_press"),
]
