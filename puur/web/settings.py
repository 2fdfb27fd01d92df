"""Django's settings, all from the environment (`puur.web.server.environment`); docs/architecture.md lists the variables."""

from __future__ import annotations

import os

from puur.web.server import environment, logs
from puur.words import DEFAULT, NAMES

DATA = environment.prepared(environment.data_folder(os.environ))
SECRET_KEY = environment.secret_key(os.environ, DATA)
DEBUG = environment.flag(os.environ, "PUUR_DEBUG")
ALLOWED_HOSTS = environment.allowed_hosts(os.environ)
CSRF_TRUSTED_ORIGINS = environment.origins(os.environ)

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "puur.web",
    "puur.web.processes",
    "puur.web.evenings",
    "puur.web.clubs",
    "puur.web.doors",
    "puur.web.company",
    "puur.web.keeping",
]
# The headers of docs/security.md first, so that every answer has them, that of a probe or of a crash too.
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "puur.web.server.middleware.security",
    "puur.web.server.health.probes",
    "puur.web.server.middleware.measured",
    "puur.web.server.throttle.throttled",
    "puur.web.server.middleware.NoNul",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "puur.web.server.middleware.Overworked",
]
ROOT_URLCONF = "puur.web.urls"
ASGI_APPLICATION = "puur.web.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "puur.web.people.common",
            ],
        },
    }
]

DATABASES = {"default": environment.database(os.environ, DATA)}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

LANGUAGE_CODE = DEFAULT
LANGUAGES = list(NAMES.items())
LANGUAGE_COOKIE_NAME = "puur_lang"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
TIME_ZONE = os.environ.get("TZ") or "Europe/Zurich"
USE_TZ = True

STATIC_URL = "/static/"
STORAGES = {"staticfiles": {"BACKEND": "puur.web.server.static.Addresses"}}

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "profile"
LOGOUT_REDIRECT_URL = "home"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

# Mail only where the host has configured it; the pages say so where not.
EMAIL_HOST = os.environ.get("EMAIL_HOST", "")
EMAIL_PORT = int(environment.number(os.environ, "EMAIL_PORT", 25))
EMAIL_HOST_USER = os.environ.get("EMAIL_HOST_USER", "")
EMAIL_HOST_PASSWORD = os.environ.get("EMAIL_HOST_PASSWORD", "")
EMAIL_USE_TLS = environment.flag(os.environ, "EMAIL_USE_TLS")
DEFAULT_FROM_EMAIL = os.environ.get("EMAIL_FROM", "puur@localhost")
if not EMAIL_HOST:
    EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"

# ---- what docs/security.md promises ----
AUTHENTICATION_BACKENDS = ["puur.web.server.throttle.Guard", "django.contrib.auth.backends.ModelBackend"]
SESSION_COOKIE_AGE = 365 * 24 * 3600  # a guest is nothing but a session
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
if environment.flag(os.environ, "PUUR_HTTPS"):  # behind a proxy that speaks TLS
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = True
    SESSION_COOKIE_NAME = "__Host-sessionid"  # only this host, only over TLS: no neighbour under the same domain can set it
    SECURE_HSTS_SECONDS = int(environment.number(os.environ, "PUUR_HSTS", 30 * 24 * 3600))
DATA_UPLOAD_MAX_MEMORY_SIZE = 1 << 20
FILE_UPLOAD_MAX_MEMORY_SIZE = 1 << 20
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 5
FILE_UPLOAD_PERMISSIONS = 0o600

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logs.config(os.environ)
