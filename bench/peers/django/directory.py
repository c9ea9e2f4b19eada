"""The list of teachers with Django REST Framework: a model, a serializer, a view, and the usual filters."""

import os

import django
from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=["127.0.0.1"],
    DEBUG=False,
    ROOT_URLCONF=__name__,
    SECRET_KEY="bench",
    USE_I18N=False,
    USE_TZ=True,
    INSTALLED_APPS=["django_filters", "rest_framework"],
    MIDDLEWARE=["django.middleware.http.ConditionalGetMiddleware"],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "HOST": "127.0.0.1",
            "PORT": os.environ["DATABASE_PORT"],
            "NAME": "postgres",
            "USER": "bench",
            # Keep connections open; by default each request opens one.
            "CONN_MAX_AGE": None,
        }
    },
    REST_FRAMEWORK={
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "DEFAULT_PERMISSION_CLASSES": [],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "UNAUTHENTICATED_USER": None,
    },
)
django.setup()

from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.db import models  # noqa: E402
from django.urls import path  # noqa: E402
from django_filters.rest_framework import DjangoFilterBackend  # noqa: E402
from rest_framework import filters, generics, pagination, serializers  # noqa: E402


class Teacher(models.Model):
    last_name = models.TextField()
    first_name = models.TextField()
    middle_name = models.TextField()
    name = models.TextField()
    full_name = models.TextField()
    short_name = models.TextField()
    short_name_with_degree = models.TextField()
    degree = models.TextField()

    class Meta:
        app_label = "directory"
        db_table = "teacher"
        managed = False


class TeacherSerializer(serializers.ModelSerializer):
    class Meta:
        model = Teacher
        fields = "__all__"


class Pages(pagination.LimitOffsetPagination):
    default_limit = 10
    max_limit = 1000


class Order(filters.OrderingFilter):
    """`last_name` sorts by the whole name and id, so the order is stable."""

    def get_ordering(self, request, queryset, view):
        names = super().get_ordering(request, queryset, view)
        return ["last_name", "first_name", "middle_name", "id"] if names == ["last_name"] else names


class TeacherList(generics.ListAPIView):
    queryset = Teacher.objects.all()
    serializer_class = TeacherSerializer
    pagination_class = Pages
    filter_backends = [DjangoFilterBackend, filters.SearchFilter, Order]
    filterset_fields = ["last_name", "first_name", "middle_name", "degree"]
    search_fields = ["^last_name", "^first_name", "^middle_name"]
    ordering_fields = ["id", "last_name"]
    ordering = ["id"]


urlpatterns = [path("teachers/", TeacherList.as_view())]
application = get_wsgi_application()
