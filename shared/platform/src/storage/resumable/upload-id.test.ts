import { expect, test } from "vitest";
import { parseUploadId, uploadAddress, uploadIdOf } from "./upload-id.ts";

const version = "3d5457ce-f506-4494-abec-c73a134f8d7a";

test.each([
  { bucket: "docs", key: "a", version },
  { bucket: "docs", key: "deep/er/a b.pdf", version },
])("an upload of $key is identified by its id", (location) => {
  expect(parseUploadId(uploadIdOf(location))).toEqual(location);
});

test.each(["", "docs", `docs/${version}`, `/a/${version}`, `../a/${version}`])(
  "%j is no upload's id",
  (id) => {
    expect(() => parseUploadId(id)).toThrow("Invalid upload id");
  },
);

test("an id whose version is not a UUID belongs to no upload", () => {
  expect(() => parseUploadId("docs/a/b")).toThrow("The file for this url was not found");
});

test.each([
  [{ host: "127.0.0.1:5000" }, "http://127.0.0.1:5000/upload/resumable/eA"],
  [
    {
      host: "10.0.0.2:5000",
      "x-forwarded-proto": "https",
      "x-forwarded-host": "api.sheaf.example",
      "x-forwarded-port": "443",
      "x-forwarded-prefix": "/storage/v1/",
    },
    "https://api.sheaf.example/storage/v1/upload/resumable/eA",
  ],
  [
    {
      "x-forwarded-proto": "http",
      "x-forwarded-host": "localhost",
      "x-forwarded-port": "54321",
      "x-forwarded-prefix": "/storage/v1",
    },
    "http://localhost:54321/storage/v1/upload/resumable/eA",
  ],
])("behind %j an upload is at %s", (headers, address) => {
  const options = { tusPath: "/upload/resumable", usesForwardedPrefix: true, id: "x" };
  expect(uploadAddress(new Headers(headers), options)).toBe(address);
});

test("a path that includes the forwarded prefix gets it twice, unless the prefix is disabled", () => {
  const headers = new Headers({ host: "localhost", "x-forwarded-prefix": "/storage/v1" });
  const options = {
    tusPath: "/storage/v1/upload/resumable",
    usesForwardedPrefix: true,
    id: "x",
  };
  expect(uploadAddress(headers, options)).toBe("http://localhost/storage/v1/storage/v1/upload/resumable/eA");
  expect(uploadAddress(headers, { ...options, usesForwardedPrefix: false })).toBe(
    "http://localhost/storage/v1/upload/resumable/eA",
  );
});
