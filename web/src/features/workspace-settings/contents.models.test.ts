import { expect, test } from "vitest";
import { contentsText } from "./contents.models.ts";

test.each([
  [{ members: 1, requests: 0, files: 0 }, "The workspace will be deleted and can’t be recovered."],
  [
    { members: 2, requests: 1, files: 0 },
    "1 request will be deleted and can’t be recovered. 1 other member loses access.",
  ],
  [
    { members: 3, requests: 1000, files: 12 },
    "1,000+ requests and 12 files will be deleted and can’t be recovered. 2 other members lose access.",
  ],
])("what goes with %j", (contents, text) => {
  expect(contentsText(contents)).toBe(text);
});
