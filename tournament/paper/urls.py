from django.urls import path

from tournament.paper.views import kit, paper

urlpatterns = [
    path("e/<int:pk>/paper/", paper.paper, name="paper"),
    path("e/<int:pk>/paper/kit.pdf", kit.kit_pdf, name="kit_pdf"),
    path("e/<int:pk>/paper/kit/", kit.kit, name="kit"),
    path("e/<int:pk>/paper/<slug:document>.pdf", paper.pdf, name="pdf"),
    path("e/<int:pk>/paper/<slug:document>/", paper.preview, name="preview"),
    path("e/<int:pk>/paper/<slug:document>/<slug:key>/<int:page>.png", paper.picture, name="picture"),
]
