import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { productConfig } from "./platform.ts";

let compose = "";
beforeAll(async () => {
  compose = await readFile(new URL("../../../docker-compose.yml", import.meta.url), "utf8");
});

/** A setting of a service, without its quotes. */
const setting = (name: string) => new RegExp(`^ +${name}: "?([^"\\n]*)"?$`, "m").exec(compose)?.[1];

test("the services of docker compose keep what the settings promise about sign-in", async () => {
  const { auth } = await readConfig(productConfig);
  const { email } = auth;
  expect({
    GOTRUE_JWT_EXP: setting("GOTRUE_JWT_EXP"),
    GOTRUE_MAILER_AUTOCONFIRM: setting("GOTRUE_MAILER_AUTOCONFIRM"),
    GOTRUE_MAILER_OTP_LENGTH: setting("GOTRUE_MAILER_OTP_LENGTH"),
    GOTRUE_MAILER_OTP_EXP: setting("GOTRUE_MAILER_OTP_EXP"),
    GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: setting("GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED"),
    GOTRUE_PASSWORD_MIN_LENGTH: setting("GOTRUE_PASSWORD_MIN_LENGTH"),
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: setting(
      "GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION",
    ),
    GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: setting("GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED"),
    GOTRUE_MFA_MAX_ENROLLED_FACTORS: setting("GOTRUE_MFA_MAX_ENROLLED_FACTORS"),
    GOTRUE_MFA_TOTP_ENROLL_ENABLED: setting("GOTRUE_MFA_TOTP_ENROLL_ENABLED"),
    GOTRUE_MFA_TOTP_VERIFY_ENABLED: setting("GOTRUE_MFA_TOTP_VERIFY_ENABLED"),
  }).toEqual({
    GOTRUE_JWT_EXP: String(auth.jwtExpiry),
    GOTRUE_MAILER_AUTOCONFIRM: String(!email.enableConfirmations),
    GOTRUE_MAILER_OTP_LENGTH: String(email.otpLength),
    GOTRUE_MAILER_OTP_EXP: String(email.otpExpiry),
    GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED: String(email.doubleConfirmChanges),
    GOTRUE_PASSWORD_MIN_LENGTH: String(auth.minimumPasswordLength),
    GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION: String(email.securePasswordChange),
    GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED: String(auth.enableRefreshTokenRotation),
    GOTRUE_MFA_MAX_ENROLLED_FACTORS: String(auth.mfa.maxEnrolledFactors),
    GOTRUE_MFA_TOTP_ENROLL_ENABLED: String(auth.mfa.totp.enrollEnabled),
    GOTRUE_MFA_TOTP_VERIFY_ENABLED: String(auth.mfa.totp.verifyEnabled),
  });
});

test("the services of docker compose let people in by the same ways as the settings", async () => {
  const { auth } = await readConfig(productConfig);
  expect({
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: setting("GOTRUE_SECURITY_MANUAL_LINKING_ENABLED"),
    GOTRUE_PASSKEY_ENABLED: setting("GOTRUE_PASSKEY_ENABLED"),
    GOTRUE_WEBAUTHN_RP_ID: setting("GOTRUE_WEBAUTHN_RP_ID"),
    GOTRUE_WEBAUTHN_RP_DISPLAY_NAME: setting("GOTRUE_WEBAUTHN_RP_DISPLAY_NAME"),
    GOTRUE_WEBAUTHN_RP_ORIGINS: setting("GOTRUE_WEBAUTHN_RP_ORIGINS")?.replace("${SITE_PORT:-3000}", "3000"),
  }).toEqual({
    GOTRUE_SECURITY_MANUAL_LINKING_ENABLED: String(auth.enableManualLinking),
    GOTRUE_PASSKEY_ENABLED: String(auth.passkeys !== undefined),
    GOTRUE_WEBAUTHN_RP_ID: auth.passkeys?.rpId,
    GOTRUE_WEBAUTHN_RP_DISPLAY_NAME: auth.passkeys?.rpDisplayName,
    GOTRUE_WEBAUTHN_RP_ORIGINS: auth.passkeys?.rpOrigins.join(),
  });
});

test("each provider is off in docker compose until someone switches it on, and comes back to the gateway", async () => {
  for (const name of ["GOOGLE", "GITHUB"]) {
    expect(setting(`GOTRUE_EXTERNAL_${name}_ENABLED`)).toBe(`\${${name}_ENABLED:-false}`);
    expect(setting(`GOTRUE_EXTERNAL_${name}_CLIENT_ID`)).toBe(`\${${name}_CLIENT_ID:-}`);
    expect(setting(`GOTRUE_EXTERNAL_${name}_SECRET`)).toBe(`\${${name}_SECRET:-}`);
    expect(setting(`GOTRUE_EXTERNAL_${name}_REDIRECT_URI`)).toBe(`${setting("API_EXTERNAL_URL")}/callback`);
  }
  const { auth } = await readConfig(productConfig);
  expect(auth.external).toEqual({});
});

test("whoever guesses codes at the services of docker compose is counted", () => {
  expect(setting("GOTRUE_RATE_LIMIT_HEADER")).toBe("X-Forwarded-For");
});

test("nothing of docker compose is open to another machine", () => {
  const published = [...compose.matchAll(/^ +- "([^"]*:\d+)"$/gm)].map(([, port]) => port);
  expect(published.length).toBeGreaterThan(0);
  for (const port of published) expect(port).toMatch(/^127\.0\.0\.1:/);
});

test("a stored file comes from the gateway of docker compose in a sandbox, whatever its service says", async () => {
  const gateway = await readFile(new URL("../../gateway/Caddyfile", import.meta.url), "utf8");
  const storage = /reverse_proxy \{\$STORAGE_UPSTREAM\} \{([^}]*)\}/.exec(gateway)?.[1];
  // As a header of the site it depends on the gateway's version whether the service's own wins.
  expect(storage).toContain("header_down Content-Security-Policy sandbox\n");
});
