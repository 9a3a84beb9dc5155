#!/bin/sh
# Runs first in docker compose. Prints one line for each setting of .env that is missing, invalid or unsafe; if there is
# one, nothing else starts.
set -eu
invalid=0

refuse() {
  echo "$1" >&2
  invalid=1
}

is_set() {
  eval "test -n \"\${$1:-}\""
}

need() {
  is_set "$1" || refuse "$1 is not set in .env: $2."
}

host_name() {
  is_set "$1" || return 0
  if ! eval "printf %s \"\$$1\"" | grep -Eq '^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$' ||
    eval "printf %s \"\$$1\"" | grep -Eq '^[0-9.]+$'; then
    refuse "$1 must be only a host name in lower case, such as sheaf.example."
  fi
}

case "${COMPOSE_PROFILES:-}" in
development)
  for name in SITE_DOMAIN API_DOMAIN; do
    ! is_set "$name" || refuse "$name is set, but only COMPOSE_PROFILES=production serves a domain."
  done
  ;;
production)
  need SITE_DOMAIN "the host name of the site"
  need API_DOMAIN "the host name of the platform, different from the site's"
  need SMTP_HOST "the server that sends our emails"
  need SMTP_PORT "the port of that server"
  need SMTP_SENDER "the sender address of our emails"
  host_name SITE_DOMAIN
  host_name API_DOMAIN
  if is_set SITE_DOMAIN && test "$SITE_DOMAIN" = "${API_DOMAIN:-}"; then
    refuse "SITE_DOMAIN and API_DOMAIN are the same, so stored files would share an origin with the page."
  fi
  ;;
*)
  refuse "COMPOSE_PROFILES must be development or production."
  ;;
esac

case "${CAPTCHA_ENABLED:-false}" in
true)
  need CAPTCHA_PROVIDER "turnstile or hcaptcha, since CAPTCHA_ENABLED is true"
  need CAPTCHA_SITE_KEY "the key of that provider for the page"
  need CAPTCHA_SECRET "the key of that provider for Auth"
  ;;
false) ;;
*) refuse "CAPTCHA_ENABLED must be true or false." ;;
esac

case "${SEND_EMAIL_HOOK_ENABLED:-false}" in
true)
  if ! is_set SEND_EMAIL_HOOK_SECRET; then
    refuse "SEND_EMAIL_HOOK_SECRET is not set in .env: run npx -y pnpm@12 secrets, since SEND_EMAIL_HOOK_ENABLED is true."
  elif ! printf %s "$SEND_EMAIL_HOOK_SECRET" | grep -Eq '^v1,whsec_[A-Za-z0-9+/=]{32,88}(\|v1,whsec_[A-Za-z0-9+/=]{32,88})*$'; then
    refuse "SEND_EMAIL_HOOK_SECRET must be v1,whsec_ and a secret in Base64, or several with | between them."
  fi
  ;;
false) ;;
*) refuse "SEND_EMAIL_HOOK_ENABLED must be true or false." ;;
esac

if test "${#JWT_SECRET}" -lt 32; then
  refuse "JWT_SECRET has fewer than 32 characters. Empty JWT_SECRET, ANON_KEY and SERVICE_ROLE_KEY, then run npx -y pnpm@12 secrets."
fi
case "$JWT_SECRET" in
*super-secret*) refuse "JWT_SECRET is a publicly known example value." ;;
esac
case "$POSTGRES_PASSWORD" in
postgres | *super-secret*) refuse "POSTGRES_PASSWORD is a publicly known example value." ;;
*[!A-Za-z0-9._~-]*) refuse "POSTGRES_PASSWORD is part of URLs and may only contain letters, digits and . _ ~ -." ;;
esac

exit "$invalid"
