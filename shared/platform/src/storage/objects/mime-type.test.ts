import { expect, test } from "vitest";
import { assertMimeAllowed } from "./mime-type.ts";

test.each([null, [], ["text/plain"], ["text/*"], ["image/*", "text/plain"]])(
  "plain text is taken where the bucket lists %j",
  (allowed) => {
    expect(() => assertMimeAllowed("text/plain", allowed)).not.toThrow();
  },
);

test.each([
  ["image/svg+xml", ["image/png"]],
  ["text/plain;charset=UTF-8", ["text/plain"]],
  ["textual/plain", ["text/*"]],
  ["", ["text/plain"]],
])("%j is refused where the bucket lists %j", (mime, allowed) => {
  expect(() => assertMimeAllowed(mime, allowed)).toThrow(`mime type ${mime} is not supported`);
});
