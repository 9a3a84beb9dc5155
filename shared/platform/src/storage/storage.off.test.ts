import { expect, test } from "vitest";
import { SignJWT } from "jose";
import { systemClock } from "../clock.ts";
import { silentLog } from "../log.ts";
import { createStorage } from "./storage.service.ts";
import { defaultStorageSettings } from "./storage.settings.ts";

const secret = "a-secret-that-signs-nothing-beyond-this-test";
const app = createStorage({
  database: {
    connectionString: "",
    as: () => Promise.reject(new Error("the database must not be used")),
    stop: () => Promise.resolve(),
  },
  clock: systemClock,
  settings: { ...defaultStorageSettings, fileSizeLimit: 1 },
  tokenKeys: { secret, signingKeys: [] },
  directory: "/nowhere",
  log: silentLog,
});

test.each([
  ["GET", "/render/image/public/b/a.png"],
  ["GET", "/render/image/authenticated/b/a.png"],
  ["GET", "/render/image/sign/b/a.png"],
  ["GET", "/s3/b/a"],
  ["PUT", "/s3/b/a"],
  ["DELETE", "/cdn/b"],
  ["DELETE", "/cdn/b/a"],
  ["GET", "/iceberg/v1/config"],
  ["POST", "/vector/CreateIndex"],
  ["GET", "/bucket/b/lifecycle"],
  ["PUT", "/bucket/b/lifecycle"],
  ["DELETE", "/bucket/b/lifecycle"],
  ["PATCH", "/object/b/a"],
  ["GET", "/health"],
  ["GET", "/version"],
])("the unsupported route %s %s responds like any unknown route", async (method, path) => {
  const response = await app.request(path, { method });

  expect([response.status, await response.json()]).toEqual([
    404,
    { statusCode: 404, error: "Not Found", message: `Route ${method}:${path} not found` },
  ]);
});

test("an analytics bucket is rejected as a disabled feature", async () => {
  const token = await new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(secret));
  const response = await app.request("/bucket", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "tables", type: "ANALYTICS" }),
  });
  expect([response.status, await response.json()]).toMatchObject([403, { code: "FeatureNotEnabled" }]);
});
