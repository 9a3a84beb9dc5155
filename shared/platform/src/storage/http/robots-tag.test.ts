import { expect, test } from "vitest";
import { assertRobotsTag } from "./robots-tag.ts";

test.each([
  "none",
  "noindex, nofollow",
  "googlebot: noindex, max-snippet: -1",
  "max-image-preview: large",
  "unavailable_after: Wed, 25 Jun 2027 15:00:00 GMT, noarchive: none",
])("the rule %j is accepted", (value) => {
  expect(() => assertRobotsTag(value)).not.toThrow();
});

test.each(["", "nonsense", "noindex,", "max-snippet: many"])("the rule %j is rejected", (value) => {
  expect(() => assertRobotsTag(value)).toThrow("Invalid X-Robots-Tag header");
});
