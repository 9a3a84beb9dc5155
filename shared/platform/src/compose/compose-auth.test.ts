import { readFile } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { productConfig } from "../platform.ts";
import { readConfig } from "../config.ts";
import { type ComposeService, readCompose } from "./read-compose.ts";
import { development } from "./compose-settings.ts";

let environment: ComposeService["environment"] = {};
beforeAll(async () => {
  environment = (await readCompose(development)).services["auth"]?.environment ?? {};
});

/** A setting of the service Auth. */
const setting = (name: string) => environment[name];

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
    GOTRUE_WEBAUTHN_RP_ORIGINS: setting("GOTRUE_WEBAUTHN_RP_ORIGINS"),
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
    expect(setting(`GOTRUE_EXTERNAL_${name}_ENABLED`)).toBe("false");
    expect(setting(`GOTRUE_EXTERNAL_${name}_REDIRECT_URI`)).toBe(`${setting("API_EXTERNAL_URL")}/callback`);
    const given = { [`${name}_ENABLED`]: "true", [`${name}_CLIENT_ID`]: "id", [`${name}_SECRET`]: "word" };
    const { auth } = (await readCompose({ ...development, ...given })).services;
    expect(auth?.environment).toMatchObject({
      [`GOTRUE_EXTERNAL_${name}_ENABLED`]: "true",
      [`GOTRUE_EXTERNAL_${name}_CLIENT_ID`]: "id",
      [`GOTRUE_EXTERNAL_${name}_SECRET`]: "word",
    });
  }
  const { auth } = await readConfig(productConfig);
  expect(auth.external).toEqual({});
});

test("the mails of docker compose are ours, words and subjects", async () => {
  const { templates } = await readConfig(productConfig);
  for (const [name, { html, subject }] of Object.entries(templates)) {
    expect(setting(`GOTRUE_MAILER_SUBJECTS_${name.toUpperCase()}`)).toBe(subject);
    const served = new URL(String(setting(`GOTRUE_MAILER_TEMPLATES_${name.toUpperCase()}`)));
    expect(served.host).toBe("templates:8080");
    expect(
      await readFile(new URL(`../../../supabase/templates${served.pathname}`, import.meta.url), "utf8"),
    ).toBe(html);
  }
});

test("whoever guesses codes at the services of docker compose is counted", () => {
  expect(setting("GOTRUE_RATE_LIMIT_HEADER")).toBe("X-Forwarded-For");
});
