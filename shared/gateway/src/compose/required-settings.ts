import { emailNames } from "@sheaf/platform/email-templates";
import type { ComposeService } from "./read-compose.ts";

const noDefault = "Auth doesn't start without it.";
const ownTemplate = "Auth sends its own template, whose link leads to no page of ours, and no code.";
const ownSubject = "Auth sends its own subject, without the code.";
const linksToAuth = "Auth links to /verify, outside the gateway's prefix.";
const noGuesses = "Codes and passwords could be guessed without a limit per account.";
const noPasskeys = "Signing in with a passkey fails.";
const elsewhere = "The service looks for its upstream at another address.";

/**
 * Settings that a real service needs from docker compose, with what happens without each. A service may call a setting
 * deprecated and still need it, and most of these are missing without a message: the stack starts, and fails for people.
 * Settings whose default is the same are not listed.
 */
export const requiredSettings: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  database: {
    POSTGRES_PASSWORD: "The image refuses to create a database.",
  },
  auth: {
    GOTRUE_API_HOST: "Auth listens on an address that other containers may not reach.",
    GOTRUE_API_PORT: "Auth listens on 8081, and the gateway asks 9999.",
    API_EXTERNAL_URL: noDefault,
    GOTRUE_DB_DRIVER: noDefault,
    GOTRUE_DB_DATABASE_URL: noDefault,
    GOTRUE_SITE_URL: noDefault,
    GOTRUE_JWT_SECRET: noDefault,
    GOTRUE_URI_ALLOW_LIST: "A sign-in by link or provider ends at the front page instead of the callback.",
    GOTRUE_JWT_AUD: "Accounts and tokens have no audience.",
    GOTRUE_JWT_DEFAULT_GROUP_NAME:
      'Every new account has the role "", with which PostgREST and Storage refuse each request: the role doesn\'t exist. ' +
      "Auth logs at each start that the setting is deprecated. Nothing replaces it (supabase/auth#1362).",
    GOTRUE_JWT_ISSUER: "Tokens name no issuer.",
    GOTRUE_EXTERNAL_PHONE_ENABLED: "Auth offers phone numbers, and can't send to them.",
    GOTRUE_MAILER_OTP_LENGTH: "Codes have six digits, and the page asks for eight.",
    GOTRUE_MAILER_OTP_EXP: "A code is valid for a day instead of the 15 minutes that the emails name.",
    GOTRUE_RATE_LIMIT_HEADER: "No attempt is counted, so codes could be guessed.",
    GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED: "All people whom the sidecar signs in share one limit.",
    GOTRUE_RATE_LIMIT_EMAIL_SENT: "After 30 emails in an hour, no more codes are sent.",
    GOTRUE_PASSWORD_MIN_LENGTH: "Passwords of six characters are accepted, and the page asks for eight.",
    GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL: "Two tabs that refresh at once sign the person out.",
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: "People can't link a provider on their security page.",
    GOTRUE_SECURITY_CAPTCHA_ENABLED: "The CAPTCHA of .env isn't asked for.",
    GOTRUE_SECURITY_CAPTCHA_PROVIDER: "Auth asks hCaptcha about the responses of Turnstile.",
    GOTRUE_HOOK_BEFORE_USER_CREATED_ENABLED: "New accounts per network have no limit.",
    GOTRUE_HOOK_BEFORE_USER_CREATED_URI: "Auth doesn't start with the hook on and no address.",
    GOTRUE_HOOK_MFA_VERIFICATION_ATTEMPT_ENABLED: noGuesses,
    GOTRUE_HOOK_MFA_VERIFICATION_ATTEMPT_URI: "Auth doesn't start with the hook on and no address.",
    GOTRUE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_ENABLED: noGuesses,
    GOTRUE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI: "Auth doesn't start with the hook on and no address.",
    GOTRUE_HOOK_SEND_EMAIL_ENABLED: "Emails with a code name no workspace.",
    GOTRUE_HOOK_SEND_EMAIL_URI: "Auth doesn't start with the hook on and no address.",
    GOTRUE_PASSKEY_ENABLED: noPasskeys,
    GOTRUE_WEBAUTHN_RP_ID: noPasskeys,
    GOTRUE_WEBAUTHN_RP_DISPLAY_NAME: noPasskeys,
    GOTRUE_WEBAUTHN_RP_ORIGINS: noPasskeys,
    GOTRUE_SMTP_HOST: "Auth sends no email.",
    GOTRUE_SMTP_PORT: "Auth sends to port 587, where the mailbox doesn't listen.",
    GOTRUE_SMTP_ADMIN_EMAIL: "Emails have no sender.",
    GOTRUE_MAILER_URLPATHS_CONFIRMATION: linksToAuth,
    GOTRUE_MAILER_URLPATHS_RECOVERY: linksToAuth,
    GOTRUE_MAILER_URLPATHS_INVITE: linksToAuth,
    GOTRUE_MAILER_URLPATHS_EMAIL_CHANGE: linksToAuth,
    ...Object.fromEntries(
      emailNames.flatMap((name) => [
        [`GOTRUE_MAILER_TEMPLATES_${name.toUpperCase()}`, ownTemplate],
        [`GOTRUE_MAILER_SUBJECTS_${name.toUpperCase()}`, ownSubject],
      ]),
    ),
  },
  rest: {
    PGRST_DB_URI: "PostgREST connects to a database on its own machine.",
    PGRST_DB_ANON_ROLE: "Requests without a session are refused, and so is the page's opening of a link.",
    PGRST_DB_EXTRA_SEARCH_PATH: "Functions of extensions aren't found.",
    PGRST_DB_MAX_ROWS: "One request may read a whole table.",
    PGRST_JWT_SECRET: "Every token is refused.",
    PGRST_ADMIN_SERVER_PORT: "The health check has nothing to ask, so the gateway never starts.",
    GHCRTS: "The process holds the memory of its busiest minute.",
  },
  storage: {
    ANON_KEY: "Storage doesn't start without it.",
    SERVICE_KEY: "Storage doesn't start without it.",
    AUTH_JWT_SECRET: "Storage doesn't start without it.",
    DATABASE_URL: "Storage doesn't start without it.",
    STORAGE_PUBLIC_URL: "Addresses of resumable uploads name the container.",
    REQUEST_ALLOW_X_FORWARDED_PATH: "Addresses of resumable uploads lack the gateway's prefix.",
    UPLOAD_SIGNED_URL_EXPIRATION_TIME: "An address to upload to is valid for a minute instead of two hours.",
    EXPOSE_DOCS: "Storage serves its documentation to the public.",
    S3_PROTOCOL_ENABLED: "Storage answers to a second protocol, which the gateway's rules don't know.",
    FILE_SIZE_LIMIT: "Storage has no limit for a file.",
    STORAGE_BACKEND: "Storage doesn't know where to store files.",
    FILE_STORAGE_BACKEND_PATH: "Files are stored inside the container and lost with it.",
    GLOBAL_S3_BUCKET: "Files are stored in another folder than the one the worker deletes from.",
    TENANT_ID: "Files are stored in another folder than the one the worker deletes from.",
  },
  gateway: {
    LISTEN: elsewhere,
    LISTEN_SIDECAR: "The sidecar can't name its client.",
    AUTH_UPSTREAM: elsewhere,
    REST_UPSTREAM: elsewhere,
    STORAGE_UPSTREAM: elsewhere,
    TRUSTED_PROXIES: "All people share one address, and one limit.",
    MAX_FILE_BYTES: "An upload that announces no length has no limit.",
    ANON_KEY: "No key is accepted.",
    SERVICE_ROLE_KEY: "The worker's key isn't accepted.",
  },
};

/** Required settings that `services` lack, as `service: NAME`. */
export function missingSettings(services: Readonly<Record<string, ComposeService>>): string[] {
  return Object.entries(requiredSettings).flatMap(([service, settings]) =>
    Object.keys(settings)
      .filter((name) => !services[service]?.environment[name])
      .map((name) => `${service}: ${name}`),
  );
}
