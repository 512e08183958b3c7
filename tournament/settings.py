"""Settings of one hall's Hangjack.

Everything a hall needs has a default here; what differs elsewhere comes from the environment: `HANGJACK_DATA` (folder
of the database and the secret key), `DATABASE_URL` (PostgreSQL instead of SQLite), `CACHE_URL` and `HANGJACK_FILES`
(what several hosts share), `HANGJACK_HTTPS` (the one setting that turns https on), `HANGJACK_HOSTS` (names besides the
machine's own), `HANGJACK_MAIL` and `HANGJACK_MAIL_FROM` (the club's mail server, and from whom it writes). For whoever
looks after a server: `HANGJACK_LOG`, `HANGJACK_METRICS`, `HANGJACK_METRICS_TOKEN` and `HANGJACK_SENTRY_DSN`.
"""

import sys
import tomllib
from hashlib import sha256
from importlib import metadata
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from uuid import uuid4

import environ
import tzlocal
from csp.constants import NONE, SELF
from django.core.management.utils import get_random_secret_key
from django.utils.translation import gettext_lazy as _
from whitenoise.compress import Compressor

from tournament.server.error_reports import SentryMissing, report_errors_to
from tournament.storage.data_files import DATABASE, FILE_MODE, FOLDER_MODE, KEY, UnusableData, read_key
from tournament.web.hosts import HallHosts

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
if (BASE_DIR / "manage.py").is_file():
    VERSION = tomllib.loads((BASE_DIR / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    COMMAND, ASSETS, USUAL_DATA = "python3 manage.py", BASE_DIR, BASE_DIR / "data"
    START = [sys.executable, str(BASE_DIR / "manage.py")]
else:  # installed from a wheel, which has templates and static files inside the package
    VERSION = metadata.version("hangjack")
    COMMAND, ASSETS, USUAL_DATA = "hangjack", BASE_DIR / "tournament", Path.home() / "Hangjack"
    # By the module, because on Windows `hangjack` is a program that no Python can run.
    START = [sys.executable, "-P", "-m", "tournament.server.command"]
DATA_DIR = Path(env.str("HANGJACK_DATA", default="") or USUAL_DATA)
FILES_DIR = Path(env.str("HANGJACK_FILES", default="") or DATA_DIR)
HTTPS = env.bool("HANGJACK_HTTPS", default=False)
DEBUG = False

# `evening` keeps its key in this file. A process that starts without the file makes up a key for itself, so that no
# known key can sign anything, not even by mistake.
SECRET_KEY_FILE = FILES_DIR / KEY
GIVEN_KEY = env.str("HANGJACK_SECRET_KEY", default="")
try:
    SECRET_KEY = GIVEN_KEY or read_key(SECRET_KEY_FILE) or get_random_secret_key()
except UnusableData as error:
    sys.exit(str(error))
SEVERAL_CLUBS = env.bool("HANGJACK_SEVERAL_CLUBS", default=False)
# With several clubs, `ClubOfHost` answers the names of clubs alone.
ALLOWED_HOSTS = ["*"] if SEVERAL_CLUBS else HallHosts(env.list("HANGJACK_HOSTS", default=[]))

INSTALLED_APPS = [
    "tournament",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "tournament.web.middleware.SecretAddresses",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tournament.web.middleware.DatabaseInPlace",
    "tournament.web.middleware.ClubOfHost",
    "tournament.web.middleware.PrivatePages",
    "tournament.web.middleware.Sessions",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tournament.web.middleware.NamesForReader",
    "tournament.web.middleware.TournamentErrors",
]

READER_OF_NAMES = "tournament.club.reader.ReaderOfRequest"
PAGE_OF_ERROR = "tournament.paper.browser_print.open_in_browser"

ROOT_URLCONF = "tournament.urls"
WSGI_APPLICATION = "tournament.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [ASSETS / "templates"],
        "APP_DIRS": False,
        "OPTIONS": {
            "environment": "tournament.template_environment.make_environment",
            "context_processors": [
                "tournament.template_environment.give_one_csrf_token",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.Jinja2"

if env.str("DATABASE_URL", default=""):
    DATABASES = {"default": {**env.db_url("DATABASE_URL"), "CONN_MAX_AGE": None}}
    # By its name a restore tells this process's own connections from those of other servers.
    DATABASES["default"].setdefault("OPTIONS", {})["application_name"] = f"hangjack-{uuid4().hex}"
else:
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": DATA_DIR / DATABASE,
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "timeout": 5,
                "init_command": (
                    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
                    "PRAGMA cache_size=-20000; PRAGMA temp_store=MEMORY; "
                    # A forgotten name is written over, which not every build of SQLite does by itself.
                    "PRAGMA secure_delete=ON;"
                ),
            },
        }
    }

TEST_RUNNER = "tournament.server.test_runner.PytestRunner"

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "tournament.Account"
AUTHENTICATION_BACKENDS = ["tournament.web.guards.AccountsOfTheClub"]
SILENCED_SYSTEM_CHECKS = ["auth.W004"]  # a name is one account's in its club, and that backend asks within it
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

LANGUAGE_CODE = "en-gb"
LANGUAGES = [("en-gb", _("English"))]
LOCALE_PATHS = [BASE_DIR / "tournament" / "locale"]
# Looking every text of a page up in the catalogs of the one language would be a tenth of what the page costs.
USE_I18N = len(LANGUAGES) > 1
USE_TZ = True
TIME_ZONE = env.str("HANGJACK_TIME_ZONE", default="") or tzlocal.get_localzone_name() or "UTC"

# Nothing is sent unless a club names its mail server and from whom it writes.
MAIL = env.email_url("HANGJACK_MAIL", default="dummymail://")
EMAIL_BACKEND = MAIL["EMAIL_BACKEND"]
EMAIL_HOST, EMAIL_PORT = MAIL["EMAIL_HOST"] or "localhost", MAIL["EMAIL_PORT"] or 25
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = MAIL["EMAIL_HOST_USER"] or "", MAIL["EMAIL_HOST_PASSWORD"] or ""
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL.get("EMAIL_USE_TLS", False), MAIL.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("HANGJACK_MAIL_FROM", default="") if env.str("HANGJACK_MAIL", default="") else ""

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [ASSETS / "static"]
FILE_UPLOAD_PERMISSIONS, FILE_UPLOAD_DIRECTORY_PERMISSIONS = FILE_MODE, FOLDER_MODE
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# Fonts of paper are many megabytes, which no page asks for: compressing them would keep a first start half a minute.
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = (*Compressor.SKIP_COMPRESS_EXTENSIONS, "ttf")

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "manifest-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "media-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}
# Errors are shown in the window that `evening` runs in, but not pages that are not found, nor requests that call this
# machine by a name it does not have. Servers have handlers of their own, which do not mask table codes: ours replaces
# them.
SERVERS = ("django.server", "uvicorn", "uvicorn.access", "uvicorn.error", "gunicorn.access", "gunicorn.error")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "shorten_faults": {"()": "tournament.storage.storage_faults.ShortenStorageFaults"},
        "limit_repeats": {"()": "tournament.web.log_filters.LimitRepeats"},
        "mask_codes": {"()": "tournament.web.log_filters.MaskCodes"},
    },
    "formatters": {"text": {}, "json": {"()": "tournament.web.log_filters.JsonFormatter"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["shorten_faults", "limit_repeats", "mask_codes"],
            "formatter": "json" if env.str("HANGJACK_LOG", default="") == "json" else "text",
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING"},
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},
        **{name: {"handlers": [], "level": "WARNING", "propagate": True} for name in SERVERS},
    },
}

# Nothing is counted for /metrics, and nothing leaves the hall, unless a setting asks for it.
METRICS_TOKEN = env.str("HANGJACK_METRICS_TOKEN", default="")
METRICS_FOR = env.list("HANGJACK_METRICS", default=[])
if METRICS_FOR == ["1"]:
    METRICS_FOR = ["127.0.0.0/8", "::1"]
HAS_METRICS = bool(METRICS_TOKEN or METRICS_FOR)
try:
    METRICS_FOR = [ip_network(each) for each in METRICS_FOR]
    report_errors_to(env.str("HANGJACK_SENTRY_DSN", default=""), version=VERSION)
except (ValueError, SentryMissing) as error:
    sys.exit(str(error))

SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 14
# Browsers keep one set of cookies for all ports of a machine: the demo beside the club's own must not sign anybody out.
# Hosts that share a database share the names, so that a sign-in carries over.
OWN = DATABASES["default"]["NAME"] if env.str("DATABASE_URL", default="") else DATA_DIR.resolve()
COOKIES = f"hangjack-{sha256(str(OWN).encode()).hexdigest()[:8]}"
SESSION_COOKIE_NAME = f"{COOKIES}-session"
CSRF_COOKIE_NAME = f"{COOKIES}-csrf"
SCREEN_COOKIE_NAME = f"{COOKIES}-screen"
if CACHE_URL := env.str("CACHE_URL", default=""):
    if find_spec("redis") is None:
        sys.exit("CACHE_URL needs the package redis. Install it, or leave the setting out.")
    # Whoever signs in must not wait long for a cache that does not answer.
    CACHES = {"default": {"OPTIONS": {}, **env.cache_url("CACHE_URL"), "KEY_PREFIX": COOKIES}}
    CACHES["default"]["OPTIONS"] |= {"socket_timeout": 0.25, "socket_connect_timeout": 0.25}
X_FRAME_OPTIONS = "DENY"
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = ["^(healthz|metrics)$"]  # which this machine asks for itself, past the proxy
    SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
else:
    # Browsers mind this header on https only, and complain of it elsewhere.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None
    # A hall's network is plain http on a private address, where a certificate cannot be had: these four ask for https.
    SILENCED_SYSTEM_CHECKS += ["security.W004", "security.W008", "security.W010", "security.W016"]
