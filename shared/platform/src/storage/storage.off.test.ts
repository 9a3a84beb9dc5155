import { expect, test } from "vitest";
import { SignJWT } from "jose";
import { systemClock } from "../clock.ts";
import { silentLog } from "../log.ts";
import { createStorage } from "./storage.service.ts";

const secret = "a-secret-that-signs-nothing-beyond-this-test";
const app = createStorage({
  database: {
    connectionString: "",
    as: () => Promise.reject(new Error("nothing is asked here")),
    stop: () => Promise.resolve(),
  },
  clock: systemClock,
  settings: { fileSizeLimit: 1 },
  tokenKeys: { secret, signingKeys: [] },
  directory: "/nowhere",
  log: silentLog,
});

test.each(["public/b/a.png", "authenticated/b/a.png", "sign/b/a.png?token=t"])(
  "an image in another size is refused by name: %s",
  async (path) => {
    const answer = await app.request(`/render/image/${path}`);
    expect([answer.status, await answer.json()]).toEqual([
      403,
      {
        statusCode: "403",
        error: "FeatureNotEnabled",
        message: "feature not enabled for this tenant",
        code: "FeatureNotEnabled",
      },
    ]);
  },
);

test.each([
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
])("%s %s, which is not here, is answered as any unknown route", async (method, path) => {
  const answer = await app.request(path, { method });

  expect([answer.status, await answer.json()]).toEqual([
    404,
    { message: `Route ${method}:${path} not found`, error: "Not Found", statusCode: 404 },
  ]);
});

test("a bucket of tables is refused by name", async () => {
  const token = await new SignJWT({ role: "service_role" })
    .setProtectedHeader({ alg: "HS256" })
    .sign(new TextEncoder().encode(secret));
  const answer = await app.request("/bucket", {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ name: "tables", type: "ANALYTICS" }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: "FeatureNotEnabled" }]);
});
