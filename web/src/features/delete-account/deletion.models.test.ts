import { expect, test } from "vitest";
import { contentText } from "./deletion.models.ts";

test.each([
  [0, 0, "It’s empty."],
  [1, 0, "Its 1 request will be deleted for everyone and can’t be recovered."],
  [3, 0, "Its 3 requests will be deleted for everyone and can’t be recovered."],
  [1, 1, "Its 1 request and the 1 file people sent will be deleted for everyone and can’t be recovered."],
  [
    1000,
    1000,
    "Its 1,000+ requests and the 1,000+ files people sent will be deleted for everyone and can’t be recovered.",
  ],
  [3, 12, "Its 3 requests and the 12 files people sent will be deleted for everyone and can’t be recovered."],
])("a workspace with %i requests and %i files lists what is deleted", (requests, files, text) =>
  expect(contentText({ requests, files })).toBe(text),
);
