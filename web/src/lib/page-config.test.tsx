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
  });
});

test("an unconfigured page names every missing value", () => {
  const unfilled = pageWith({
    ...valid,
    "platform-url": "%SUPABASE_URL%",
    "max-file-bytes": "%MAX_FILE_BYTES%",
  });
  expect(() => readPageConfig(unfilled)).toThrow(/platformUrl.*maxFileBytes/);
});
