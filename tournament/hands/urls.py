from django.urls import path

from tournament.hands.views import decisions, hands, second_readings

urlpatterns = [
    path("e/<int:pk>/match/<int:match>/", hands.match, name="match"),
    path("e/<int:pk>/match/<int:match>/hands-in/", hands.hands_in, name="hands_in"),
    path("e/<int:pk>/match/<int:match>/hand/<int:number>/", hands.hand, name="hand"),
    path("e/<int:pk>/match/<int:match>/hand/<int:number>/withdraw/", hands.withdraw, name="withdraw"),
    path("e/<int:pk>/match/<int:match>/hand/<int:number>/decide/", decisions.decide, name="decide"),
    path("e/<int:pk>/late/", decisions.late, name="late_hands"),
    path("e/<int:pk>/match/<int:match>/again/", second_readings.slip_again, name="slip_again"),
    path("e/<int:pk>/match/<int:match>/again/compare/", second_readings.slip_compare, name="slip_compare"),
    path("e/<int:pk>/match/<int:match>/again/afresh/", second_readings.slip_afresh, name="slip_afresh"),
]
