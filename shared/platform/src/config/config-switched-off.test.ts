import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "vitest";
import { parseConfig } from "./config.ts";
import { productConfig } from "../product-files.ts";

let product = "";
beforeAll(async () => {
  product = await readFile(productConfig, "utf8");
});

const read = (...sections: string[]) => parseConfig("config.toml", [product, ...sections].join("\n"));

/** Each section as someone might prepare it for later use, and the error when it is enabled. */
const prepared: [section: string, sentence: string][] = [
  [
    "[auth.oauth_server]\nenabled = false\nallow_dynamic_registration = false",
    "auth.oauth_server.enabled is true: the local platform has no OAuth server",
  ],
  ...["custom_access_token", "send_sms", "after_user_created"].map((name): [string, string] => [
    `[auth.hook.${name}]\nenabled = false\nuri = "pg-functions://postgres/auth/hook"`,
    `auth.hook.${name}.enabled is true: the local platform has no such hook`,
  ]),
  ...["firebase", "auth0", "aws_cognito", "clerk", "workos"].map((name): [string, string] => [
    `[auth.third_party.${name}]\nenabled = false`,
    `auth.third_party.${name}.enabled is true: the local platform has no third-party tokens`,
  ]),
  ...["solana", "ethereum"].map((name): [string, string] => [
    `[auth.web3.${name}]\nenabled = false`,
    `auth.web3.${name}.enabled is true: the local platform has no sign-in by wallet`,
  ]),
  ...["twilio", "twilio_verify", "messagebird", "textlocal", "vonage"].map((name): [string, string] => [
    `[auth.sms]\nenable_signup = false\n[auth.sms.${name}]\nenabled = false\nauth_token = "t"`,
    `auth.sms.${name}.enabled is true: the local platform has no text messages`,
  ]),
  [
    '[auth.email.notification.phone_changed]\nenabled = false\nsubject = "Changed"',
    "auth.email.notification.phone_changed.enabled is true: the local platform has no phone numbers",
  ],
  ...["apple", "azure", "bitbucket", "discord", "facebook", "figma", "fly", "gitlab", "kakao", "linkedin"]
    .concat(["linkedin_oidc", "notion", "slack", "slack_oidc", "snapchat", "spotify", "twitch", "twitter"])
    .concat(["workos", "x", "zoom"])
    .map((name): [string, string] => [
      `[auth.external.${name}]\nenabled = false\nclient_id = ""`,
      `auth.external.${name}.enabled is true: the local platform has no provider ${name}`,
    ]),
];

describe("an unsupported part of Auth", () => {
  test.each(prepared)("may be listed as disabled: %s", (section) => {
    expect(() => read(section)).not.toThrow();
  });

  test.each(prepared)("is rejected by name when enabled: %s", (section, message) => {
    const at = section.lastIndexOf("enabled = false");
    const on = `${section.slice(0, at)}enabled = true${section.slice(at + "enabled = false".length)}`;
    expect(() => read(on)).toThrow(message);
  });

  test("is rejected by name when it is a single setting, too", () => {
    const phone = "[auth.mfa.phone]\nenroll_enabled = false\nverify_enabled = true\notp_length = 6";
    expect(() => read(phone)).toThrow(
      "auth.mfa.phone.verify_enabled is true: the local platform has no factor",
    );
    const webAuthn = "[auth.mfa.web_authn]\nenroll_enabled = true\nverify_enabled = false";
    expect(() => read(webAuthn)).toThrow(
      "auth.mfa.web_authn.enroll_enabled is true: the local platform has no",
    );
    const sms = "[auth.sms]\nenable_signup = true\nmax_frequency = '5s'";
    expect(() => read(sms)).toThrow(
      "auth.sms.enable_signup is true: the local platform has no sign-in by phone",
    );
    const guests = product.replace("enable_anonymous_sign_ins = false", "enable_anonymous_sign_ins = true");
    expect(() => parseConfig("config.toml", guests)).toThrow("the local platform has no anonymous sign-in");
  });

  test("is rejected without `enabled`, and under an unknown name", () => {
    expect(() => read("[auth.hook.after_lunch]\nenabled = false")).toThrow(
      "auth.hook.after_lunch is not supported",
    );
    expect(() => read("[auth.third_party.other]\nenabled = false")).toThrow(
      "auth.third_party.other is not supported",
    );
    expect(() => read("[auth.sessions]\ntags = ['phone']")).toThrow("auth.sessions.tags is not supported");
    expect(() => read("[auth.rate_limit]\nemails = 1")).toThrow("auth.rate_limit.emails is not supported");
  });
});
