import { localPlatform } from "@sheaf/contract/local-platform";
import { localReceiptKey } from "@sheaf/contract/receipt/local-key";
import { readKeyList, writeKeyList } from "@sheaf/contract/receipt/key-list";
import { describe, expect, test } from "vitest";
import { readConfig } from "./config.ts";

const production = {
  NODE_ENV: "production",
  SITE_URL: "https://sheaf.example",
  SUPABASE_URL: "https://project.supabase.example",
  SUPABASE_PUBLISHABLE_KEY: "sb_publishable_of_this_project",
  TRUST_PROXY: "1",
};
const jwt = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString("base64url")}.s`;

describe("the settings of the sidecar", () => {
  test("have defaults in development", () => {
    expect(readConfig({})).toMatchObject({
      siteUrl: "http://localhost:3000",
      platformUrl: "http://127.0.0.1:54321",
      platformInternalUrl: "http://127.0.0.1:54321",
      publishableKey: localPlatform.publishableKey,
      host: "localhost",
      port: 3000,
      trustProxy: 0,
      maxFileBytes: 52_428_800,
      captcha: null,
    });
  });

  test("have no defaults in production, and missing ones are listed", () => {
    expect(() => readConfig({ NODE_ENV: "production" })).toThrow(
      /SITE_URL is not set\n.*SUPABASE_URL is not set\n.*SUPABASE_PUBLISHABLE_KEY is not set/,
    );
  });

  test("may name a different platform URL for the sidecar than for browsers", () => {
    const config = readConfig({ ...production, SUPABASE_INTERNAL_URL: "http://gateway:8000" });
    expect(config.platformUrl).toBe("https://project.supabase.example");
    expect(config.platformInternalUrl).toBe("http://gateway:8000");
  });

  test("may name the operator's pages, as addresses that a link may have", () => {
    expect(
      readConfig({ PRIVACY_URL: "https://okafor.example/privacy", SOURCE_URL: "" }).operatorUrls,
    ).toEqual({
      privacy: "https://okafor.example/privacy",
      security: undefined,
      source: undefined,
      contact: undefined,
    });
    for (const CONTACT_URL of ["javascript:alert(1)", "help@okafor.example", "/contact"])
      expect(() => readConfig({ CONTACT_URL })).toThrow("CONTACT_URL must be an address that begins with");
  });

  test("may name a CAPTCHA, both halves of it", () => {
    const captcha = {
      CAPTCHA_PROVIDER: "hcaptcha",
      CAPTCHA_SITE_KEY: "10000000-ffff-ffff-ffff-000000000001",
    };
    expect(readConfig(captcha).captcha).toEqual({
      provider: "hcaptcha",
      siteKey: "10000000-ffff-ffff-ffff-000000000001",
    });
    expect(() => readConfig({ CAPTCHA_PROVIDER: "hcaptcha" })).toThrow("CAPTCHA_SITE_KEY is not set, but");
    expect(() => readConfig({ CAPTCHA_SITE_KEY: "key" })).toThrow("CAPTCHA_PROVIDER is not set, but");
    expect(() => readConfig({ ...captcha, CAPTCHA_PROVIDER: "recaptcha" })).toThrow(
      "CAPTCHA_PROVIDER must be one of turnstile, hcaptcha",
    );
    expect(() => readConfig({ ...captcha, CAPTCHA_SITE_KEY: "a key" })).toThrow("CAPTCHA_SITE_KEY must be");
  });

  test("may list the keys of receipts; production has no defaults", () => {
    const keys = [
      { kid: "2026-11", x: "A".repeat(43) },
      { kid: "2025", x: "B".repeat(43) },
    ];
    expect(readConfig({ RECEIPT_PUBLIC_KEYS: writeKeyList(keys) }).receiptKeys).toEqual(keys);
    expect(readConfig({}).receiptKeys).toEqual(readKeyList(localReceiptKey.public));
    expect(readConfig(production).receiptKeys).toEqual([]);
  });

  test("count as unset when empty", () => {
    expect(readConfig({ PORT: "", TRUST_PROXY: "" })).toMatchObject({ port: 3000, trustProxy: 0 });
  });

  test.each([
    ["SITE_URL", "http://sheaf.example", "https in production"],
    ["SUPABASE_URL", "http://project.example", "https in production"],
    ["SUPABASE_PUBLISHABLE_KEY", localPlatform.publishableKey, "key of every local platform"],
    ["SUPABASE_PUBLISHABLE_KEY", jwt({ iss: "supabase-demo", role: "anon" }), "key of every local platform"],
    ["RECEIPT_PUBLIC_KEYS", localReceiptKey.public, "key of every local installation"],
  ])("refuse in production the %s %s", (name, value, reason) => {
    expect(() => readConfig({ ...production, [name]: value })).toThrow(new RegExp(`${name} .*${reason}`));
  });

  test.each([
    ["SITE_URL", "http://127.0.0.1:3000", "not an IP address"],
    ["SITE_URL", "http://[::1]:3000", "not an IP address"],
    ["SITE_URL", "https://sheaf.example/app", "nothing else"],
    ["SITE_URL", "https://me:secret@sheaf.example", "nothing else"],
    ["SUPABASE_URL", "file:///etc/passwd", "http"],
    ["SUPABASE_PUBLISHABLE_KEY", "sb_secret_N7UND0UgjKTVK", "secret key"],
    ["SUPABASE_PUBLISHABLE_KEY", jwt({ role: "service_role" }), "secret key"],
    ["PORT", "eighty", "whole number"],
    ["PORT", "65536", "at most"],
    ["LOG_LEVEL", "loud", "one of"],
    ["MAX_FILE_BYTES", "0", "at least"],
    ["TRUST_PROXY", "everyone", "number of proxies"],
    ["TRUST_PROXY", "10.0.0.0/64", "number of proxies"],
    ["RECEIPT_PUBLIC_KEYS", "2026", "list of <id>:<public key>"],
  ])("refuse %s=%s anywhere", (name, value, reason) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name} .*${reason}`));
  });

  test("are listed together when wrong", () => {
    expect(() => readConfig({ PORT: "x", LOG_LEVEL: "y", SITE_URL: "z" })).toThrow(
      /SITE_URL[^]*PORT[^]*LOG_LEVEL/,
    );
  });

  test.each([
    ["1", 1],
    ["loopback, 10.0.0.0/8", ["loopback", "10.0.0.0/8"]],
    ["fd00::/8", ["fd00::/8"]],
  ])("trust the proxies %s", (text, trust) => {
    expect(readConfig({ TRUST_PROXY: text }).trustProxy).toEqual(trust);
  });
});
