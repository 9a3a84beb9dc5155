import { describe, expect, test } from "vitest";
import { isUnchanged, objectHeaders } from "./served-headers.ts";

const metadata = {
  eTag: '"abc"',
  size: 3,
  mimetype: "application/pdf",
  cacheControl: "max-age=60",
  lastModified: "2026-11-21T08:00:00.700Z",
  contentLength: 3,
  httpStatusCode: 200,
};

const requestWith = (headers: Record<string, string>) => new Request("http://platform.test/", { headers });

describe("a cached copy", () => {
  test.each([
    [{ "if-none-match": '"abc"' }, true],
    [{ "if-none-match": '"x", W/"abc"' }, true],
    [{ "if-none-match": "*" }, true],
    [{ "if-none-match": '"x"' }, false],
    [{ "if-modified-since": "Sat, 21 Nov 2026 08:00:00 GMT" }, true],
    [{ "if-modified-since": "Sat, 21 Nov 2026 07:59:59 GMT" }, false],
    // The ETag takes precedence over the date.
    [{ "if-none-match": '"x"', "if-modified-since": "Sat, 21 Nov 2026 08:00:00 GMT" }, false],
    [{}, false],
  ])("with %j is current: %s", (headers, isCurrent) => {
    expect(isUnchanged(requestWith(headers), metadata)).toBe(isCurrent);
  });
});

test("a download supports file names in any language", () => {
  const headers = objectHeaders(requestWith({}), { metadata, download: "Lohn März.pdf" });
  expect(headers["content-disposition"]).toBe(
    "attachment; filename=Lohn%20M%C3%A4rz.pdf; filename*=UTF-8''Lohn%20M%C3%A4rz.pdf;",
  );
});

test("a file is displayed inline unless a download is requested", () => {
  expect(objectHeaders(requestWith({}), { metadata, download: undefined })).not.toHaveProperty(
    "content-disposition",
  );
  expect(objectHeaders(requestWith({}), { metadata, download: "" })["content-disposition"]).toBe(
    "attachment;",
  );
});

test("an HTML file is served as plain text", () => {
  const page = { ...metadata, mimetype: "text/html; charset=utf-8" };
  expect(objectHeaders(requestWith({}), { metadata: page, download: undefined })["content-type"]).toBe(
    "text/plain",
  );
});
