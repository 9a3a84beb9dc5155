import { expect, test } from "vitest";
import { clockSkewText } from "./clock.models.ts";

test.each([
  [600, "10 minutes ahead"],
  [-61, "1 minute behind"],
  [7200, "2 hours ahead"],
  [-3 * 86_400, "3 days behind"],
])("%d seconds are described as %s", (seconds, text) => {
  expect(clockSkewText(seconds)).toContain(text);
});
