import { expect, test } from "vitest";
import { readPageConfig } from "./page-config.ts";

function pageWith(content: Record<string, string>): Document {
  const page = document.implementation.createHTMLDocument();
  for (const [name, value] of Object.entries(content)) {
    const meta = page.createElement("meta");
    meta.name = `sheaf:${name}`;
    meta.content = value;
    page.head.append(meta);
  }
  return page;
}

const valid = { "platform-url": "https://data.example/", "publishable-key": "key", "max-file-bytes": "1000" };

test("reads the configuration with or without a trailing slash", () => {
  expect(readPageConfig(pageWith(valid))).toEqual({
    platformUrl: "https://data.example",
    publishableKey: "key",
    maxFileBytes: 1000,
    captcha: null,
  });
});

test("reads the CAPTCHA if there is one, and refuses half of one", () => {
  const captcha = { "captcha-provider": "turnstile", "captcha-site-key": "1x00000000000000000000AA" };
  expect(readPageConfig(pageWith({ ...valid, ...captcha })).captcha).toEqual({
    provider: "turnstile",
    siteKey: "1x00000000000000000000AA",
  });
  for (const half of [
    { "captcha-provider": "" },
    { "captcha-site-key": "" },
    { "captcha-provider": "other" },
  ]) {
    expect(() => readPageConfig(pageWith({ ...valid, ...captcha, ...half }))).toThrow(/captcha/);
  }
});

test("an unconfigured page names every missing value", () => {
  const unfilled = pageWith({
    ...valid,
    "platform-url": "%SUPABASE_URL%",
    "max-file-bytes": "%MAX_FILE_BYTES%",
  });
  expect(() => readPageConfig(unfilled)).toThrow(/platformUrl.*maxFileBytes/);
});
