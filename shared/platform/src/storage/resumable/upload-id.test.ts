import { expect, test } from "vitest";
import { parseUploadId, uploadAddress, uploadIdOf } from "./upload-id.ts";

const version = "3d5457ce-f506-4494-abec-c73a134f8d7a";

test.each([
  { bucket: "docs", key: "a", version },
  { bucket: "docs", key: "deep/er/a b.pdf", version },
])("an upload of $key is told from its id", (location) => {
  expect(parseUploadId(uploadIdOf(location))).toEqual(location);
});

test.each(["", "docs", `docs/${version}`, "docs/a/b", `/a/${version}`, `../a/${version}`])(
  "%j is no upload's id",
  (id) => {
    expect(() => parseUploadId(id)).toThrow("Invalid upload id");
  },
);

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
  expect(uploadAddress(new Headers(headers), { path: "/upload/resumable", id: "x" })).toBe(address);
});
