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

describe("a setting that the platform does not have", () => {
  test.each([
    ["[auth]\n", "[auth]\nenable_manual_linking = true\n", "auth.enable_manual_linking is not supported"],
    [
      "enable_anonymous_sign_ins = false",
      "enable_anonymous_sign_ins = true",
      "auth.enable_anonymous_sign_ins is true",
    ],
    ["[realtime]\nenabled = false", "[realtime]\nenabled = true", "realtime.enabled is true"],
    ["[storage]\n", "[auth.sms]\nenable_signup = true\n[storage]\n", "auth.sms is not supported"],
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

test("a file that is no TOML is named with its line", () => {
  expect(() => parseConfig("config.toml", "a = 1\nb = = 2")).toThrow("config.toml:2:");
});

test("a template that is not there is named", async () => {
  const folder = await emptyFolder();
  await writeFiles(folder, { "config.toml": product });
  await expect(readConfig(join(folder, "config.toml"))).rejects.toThrow("templates/confirmation.html");
});
