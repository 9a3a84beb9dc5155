import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parseConfig, readConfig } from "./config.ts";
import { productConfig } from "./platform.ts";
import { emptyFolder, writeFiles } from "./testing/folders.ts";

let product = "";
beforeAll(async () => {
  product = await readFile(productConfig, "utf8");
});

describe("the product's own settings", () => {
  test("say what sign-in promises people", async () => {
    const { auth, storage, rest } = await readConfig(productConfig);
    expect(auth).toMatchObject({
      siteUrl: "http://localhost:3000",
      jwtExpiry: 3600,
      enableRefreshTokenRotation: true,
      refreshTokenReuseInterval: 10,
      minimumPasswordLength: 8,
      email: {
        otpLength: 8,
        otpExpiry: 900,
        maxFrequency: 1,
        enableConfirmations: true,
        doubleConfirmChanges: true,
      },
      mfa: { maxEnrolledFactors: 10, totp: { enrollEnabled: true, verifyEnabled: true } },
    });
    expect(storage.fileSizeLimit).toBe(50 * 1024 * 1024);
    expect(rest).toEqual({ schemas: ["public"], extraSearchPath: ["public", "extensions"], maxRows: 1000 });
  });

  test("name a template of the product's for every mail", async () => {
    const { templates } = await readConfig(productConfig);
    for (const { html, subject } of Object.values(templates)) {
      expect(subject).not.toBe("");
      expect(html).toContain("{{ .Token }}");
    }
  });
});

test("what other projects have in another way changes nothing here", () => {
  const without = product.slice(0, product.indexOf("[remotes."));
  expect(without).not.toBe(product);
  const { remotes, ...here } = parseConfig("config.toml", product);
  expect(remotes).toHaveProperty("production.auth.site_url", "env(SITE_URL)");
  expect(here).toEqual(parseConfig("config.toml", without));
});

describe("a setting that the platform does not have", () => {
  test.each([
    ["[auth]\n", "[auth]\nenable_signing = true\n", "auth.enable_signing is not supported"],
    [
      "[auth.email]\n",
      "[auth.external.azure]\nenabled = true\n[auth.email]\n",
      "auth.external.azure.enabled is",
    ],
    [
      "enable_anonymous_sign_ins = false",
      "enable_anonymous_sign_ins = true",
      "auth.enable_anonymous_sign_ins is true",
    ],
    ["[realtime]\nenabled = false", "[realtime]\nenabled = true", "realtime.enabled is true"],
    ["[storage]\n", "[auth.sms]\nenable_signup = true\n[storage]\n", "auth.sms.enable_signup is true"],
    [
      "[auth.mfa.totp]\n",
      "[auth.mfa.phone]\nenroll_enabled = true\nverify_enabled = false\n[auth.mfa.totp]\n",
      "auth.mfa.phone.enroll_enabled is true",
    ],
    ["[api]\n", "[api]\ntls = { enabled = true }\n", "api.tls is not supported"],
    ['"50MiB"', '"a lot"', 'storage.file_size_limit is "a lot": must be a size'],
    ['max_frequency = "1s"', "max_frequency = 1", "auth.email.max_frequency is 1"],
    ["otp_length = 8", "otp_length = 4", "auth.email.otp_length is 4"],
    ["otp_length = 8", "", "auth.email.otp_length is missing"],
  ])("is refused by name, %#", (from, to, sentence) => {
    const text = product.replace(from, to);
    expect(text).not.toBe(product);
    expect(() => parseConfig("config.toml", text)).toThrow(sentence);
  });

  test("is listed together with all others", () => {
    const text = product.replace("[api]\n", "[api]\none = 1\n").replace("[auth]\n", "[auth]\ntwo = 2\n");
    expect(() => parseConfig("config.toml", text)).toThrow(/api\.one is not[^]*auth\.two is not/);
  });
});

describe("a way in that is switched on", () => {
  const withoutTemplates = () =>
    product.replace(/\[auth\.email\.template\.\w+\]\nsubject = .*\ncontent_path = .*\n/g, "");
  const google = (text: string) =>
    text.replace("[auth.external.google]\nenabled = false", "[auth.external.google]\nenabled = true");

  test("takes what its provider gave out from the environment", async () => {
    const folder = await emptyFolder();
    await writeFiles(folder, { "config.toml": google(withoutTemplates()) });
    const env = { GOOGLE_CLIENT_ID: "ours", GOOGLE_SECRET: "between us" };
    const { auth } = await readConfig(join(folder, "config.toml"), env);
    expect(auth.external).toEqual({
      google: { clientId: "ours", secret: "between us", redirectUri: "", url: "" },
    });
  });

  test("is refused without it", async () => {
    const folder = await emptyFolder();
    await writeFiles(folder, { "config.toml": google(withoutTemplates()) });
    await expect(readConfig(join(folder, "config.toml"), { GOOGLE_SECRET: "x" })).rejects.toThrow(
      "auth.external.google is enabled without its client_id",
    );
  });

  test("is refused where passkeys are for no site", async () => {
    const folder = await emptyFolder();
    const text = withoutTemplates().replace(/\[auth\.webauthn\]\n(?:rp_.*\n)+/, "");
    await writeFiles(folder, { "config.toml": text });
    await expect(readConfig(join(folder, "config.toml"))).rejects.toThrow(
      "auth.passkey is enabled without a section auth.webauthn",
    );
  });
});

test("a file that is no TOML is named with its line", () => {
  expect(() => parseConfig("config.toml", "a = 1\nb = = 2")).toThrow("config.toml:2:");
});

test("a template that is not there is named", async () => {
  const folder = await emptyFolder();
  await writeFiles(folder, { "config.toml": product });
  await expect(readConfig(join(folder, "config.toml"))).rejects.toThrow(/templates\/\w+\.html/);
});
