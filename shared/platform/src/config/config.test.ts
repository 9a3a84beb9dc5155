import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parseConfig, readConfig } from "./config.ts";
import { emailNames } from "../email/email-templates.ts";
import { productConfig } from "../product-files.ts";
import { emptyFolder, writeFiles } from "../testing/folders.ts";
import { withoutEmailTemplates } from "../testing/without-email-templates.ts";

let product = "";
beforeAll(async () => {
  product = await readFile(productConfig, "utf8");
});

describe("the product's own settings", () => {
  test("match the promises of the sign-in screens", async () => {
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

  test("name one of the product's templates for every email", async () => {
    const { templates } = await readConfig(productConfig);
    for (const name of emailNames) {
      const { html, subject } = templates[name];
      expect(subject).not.toBe("");
      expect(html).toContain("Sheaf at {{ .SiteURL }}");
      expect(html).toContain("{{ slice .Token 0 4 }}");
    }
  });
});

test("settings that only other projects use have no effect", () => {
  const without = product.slice(0, product.indexOf("[remotes."));
  expect(without).not.toBe(product);
  const { remotes, ...here } = parseConfig("config.toml", product);
  expect(remotes).toHaveProperty("production.auth.site_url", "env(SITE_URL)");
  expect(here).toEqual(parseConfig("config.toml", without));
});

describe("an unsupported setting", () => {
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

  test("is reported for every unknown section and key at once", () => {
    const text = product
      .replace("[api]\n", "[api]\none = 1\ntwo = 2\n")
      .replace("[auth]\n", "[auth]\nthree = 3\n")
      .concat("\n[fourth]\nkey = 1\n[fifth]\nkey = 1\n");
    const sentence = (name: string) => `  ${name} is not supported by the local platform`;
    expect(() => parseConfig("config.toml", text)).toThrow(
      [
        "config.toml cannot be used:",
        ...["api.one", "api.two", "auth.three", "fifth", "fourth"].map(sentence),
      ].join("\n"),
    );
  });

  test("is reported together with all other problems", () => {
    const text = product.replace("[api]\n", "[api]\none = 1\n").replace("[auth]\n", "[auth]\ntwo = 2\n");
    expect(() => parseConfig("config.toml", text)).toThrow(/api\.one is not[^]*auth\.two is not/);
  });
});

test("a password change requires the current password if configured", async () => {
  const folder = await emptyFolder();
  const text = withoutEmailTemplates(product).replace(
    "[auth.email]\n",
    "[auth.email]\nrequire_current_password = true\n",
  );
  await writeFiles(folder, { "config.toml": text });
  expect((await readConfig(join(folder, "config.toml"))).auth.requireCurrentPassword).toBe(true);
});

describe("an enabled sign-in method", () => {
  const withoutTemplates = () => withoutEmailTemplates(product);
  const google = (text: string) =>
    text.replace("[auth.external.google]\nenabled = false", "[auth.external.google]\nenabled = true");

  test("reads its provider's credentials from the environment", async () => {
    const folder = await emptyFolder();
    await writeFiles(folder, { "config.toml": google(withoutTemplates()) });
    const env = { GOOGLE_CLIENT_ID: "ours", GOOGLE_SECRET: "between us" };
    const { auth } = await readConfig(join(folder, "config.toml"), env);
    expect(auth.external).toEqual({
      google: { clientId: "ours", secret: "between us", redirectUri: "", url: "" },
    });
  });

  test("is rejected without them", async () => {
    const folder = await emptyFolder();
    await writeFiles(folder, { "config.toml": google(withoutTemplates()) });
    await expect(readConfig(join(folder, "config.toml"), { GOOGLE_SECRET: "x" })).rejects.toThrow(
      "auth.external.google is enabled without its client_id",
    );
  });

  test("is rejected for passkeys without a site", async () => {
    const folder = await emptyFolder();
    const text = withoutTemplates().replace(/\[auth\.webauthn\]\n(?:rp_.*\n)+/, "");
    await writeFiles(folder, { "config.toml": text });
    await expect(readConfig(join(folder, "config.toml"))).rejects.toThrow(
      "auth.passkey is enabled without a section auth.webauthn",
    );
  });
});

test("invalid TOML is reported with file and line", () => {
  expect(() => parseConfig("config.toml", "a = 1\nb = = 2")).toThrow("config.toml:2:");
});

test("a missing template is reported by name", async () => {
  const folder = await emptyFolder();
  await writeFiles(folder, { "config.toml": product });
  await expect(readConfig(join(folder, "config.toml"))).rejects.toThrow(/templates\/\w+\.html/);
});
