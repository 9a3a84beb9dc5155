import { expect, test } from "vitest";
import { isMisnamed } from "./misnamed.models.ts";

test.each([
  ["scan.pdf", "application/octet-stream", true],
  ["scan.PDF", "image/jpeg", true],
  ["photo.jpg", "image/png", false],
  ["photo.heic", "image/jpeg", false],
  ["photo.jpeg", "application/pdf", true],
  ["letter.docx", "application/octet-stream", true],
  ["notes", "application/octet-stream", false],
  ["notes.md", "application/octet-stream", false],
  ["statement.pdf", "application/pdf", false],
])("%s with content of type %s: misnamed is %s", (name, mime, expected) => {
  expect(isMisnamed(name, mime)).toBe(expected);
});
