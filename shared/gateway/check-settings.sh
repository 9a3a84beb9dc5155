#!/bin/sh
# What docker compose starts first: one sentence for each setting of .env that is missing, wrong or unsafe, and then
# nothing else starts.
set -eu
wrong=0

refuse() {
  echo "$1" >&2
  wrong=1
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
    refuse "$1 has to be a host name in small letters and nothing more, like sheaf.example."
  fi
}

case "${COMPOSE_PROFILES:-}" in
development)
  for name in SITE_DOMAIN API_DOMAIN; do
    ! is_set "$name" || refuse "$name is set, but only COMPOSE_PROFILES=production serves a domain."
  done
  ;;
production)
  need SITE_DOMAIN "the name that people open"
  need API_DOMAIN "the platform's own name, apart from the site's"
  need SMTP_HOST "the server that takes our mails"
  need SMTP_PORT "the port of that server"
  need SMTP_SENDER "the address that our mails come from"
  host_name SITE_DOMAIN
  host_name API_DOMAIN
  if is_set SITE_DOMAIN && test "$SITE_DOMAIN" = "${API_DOMAIN:-}"; then
    refuse "SITE_DOMAIN and API_DOMAIN are one: a stored file would share an origin with the page."
  fi
  ;;
*)
  refuse "COMPOSE_PROFILES has to be development or production."
  ;;
esac

if test "${#JWT_SECRET}" -lt 32; then
  refuse "JWT_SECRET has fewer than 32 characters: empty it with ANON_KEY and SERVICE_ROLE_KEY, and run npx -y pnpm@12 secrets."
fi
case "$JWT_SECRET" in
*super-secret*) refuse "JWT_SECRET is the one of an example, which everybody knows." ;;
esac
case "$POSTGRES_PASSWORD" in
postgres | *super-secret*) refuse "POSTGRES_PASSWORD is the one of an example, which everybody knows." ;;
*[!A-Za-z0-9._~-]*) refuse "POSTGRES_PASSWORD stands in addresses: letters, digits and . _ ~ - only." ;;
esac

exit "$wrong"
