import { once } from "node:events";
import { Agent, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { localKeys, signToken } from "../keys.ts";
import { type Platform, startPlatform } from "../platform.ts";
import { refusedQuery } from "../rest/embeds.ts";
import { hostileQueries } from "../rest/embeds.fixtures.ts";
import { bytesIn, emptyFolder, folderWith, writeFiles } from "../testing/folders.ts";

let platform: Platform;
let now = new Date();
beforeAll(async () => {
  now = new Date();
  platform = await startPlatform({ migrations: "none", clock: () => now });
});
afterAll(() => platform.stop());

const get = (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) =>
  fetch(platform.url + path, { ...init, headers });

/** Token of a signed-in user. */
function personToken(claims: Record<string, unknown> = {}): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const times = { iat: seconds, exp: seconds + 3600 };
  return signToken(
    { sub: crypto.randomUUID(), role: "authenticated", ...times, ...claims },
    localKeys.jwtSecret,
  );
}

test.each(hostileQueries)(
  "a query that combines more rows than the product's is refused: %s",
  async (_, path, search) => {
    for (const method of ["GET", "POST", "PATCH"]) {
      const headers = { apikey: localKeys.publishable, authorization: `Bearer ${personToken()}` };
      const response = await get(`/rest/v1${path}${search}`, headers, { method });
      expect([method, response.status, await response.json()]).toEqual([method, 400, refusedQuery]);
    }
  },
);

describe("a request without one of the platform's keys", () => {
  test.each(["/auth/v1/settings", "/auth/v1/user", "/rest/v1/", "/rest/v1/rpc/anything"])(
    "does not reach %s",
    async (path) => {
      const missing = await get(path);
      expect(missing.status).toBe(401);
      expect(await missing.json()).toMatchObject({ message: "No API key found in request" });
      const wrong = await get(path, { apikey: "sb_publishable_of_somebody_else" });
      expect(wrong.status).toBe(401);
      expect(await wrong.json()).toMatchObject({ message: "Invalid API key" });
    },
  );

  test("can follow an emailed link, which has no key", async () => {
    const response = await get("/auth/v1/verify?token=none&type=magiclink", {}, { redirect: "manual" });
    expect(response.status).toBeLessThan(400);
    expect(response.headers.get("location")).toContain("error");
  });

  test("reaches Storage, which asks for a token", async () => {
    const response = await get("/storage/v1/object/authenticated/documents/none");
    expect(response.status).toBe(400);
    expect(await response.json()).toHaveProperty("statusCode");
  });
});

describe("a key", () => {
  test.each([
    ["in the header", "", { apikey: localKeys.publishable }],
    ["in the query", `?apikey=${localKeys.publishable}`, {}],
    ["in its legacy form", "", { apikey: localKeys.anonJwt }],
  ])("gives access to Auth %s", async (_, query, headers) => {
    expect((await get(`/auth/v1/health${query}`, headers)).status).toBe(200);
  });

  test("signed with the platform's secret is accepted, one signed with another secret is rejected", async () => {
    const key = (secret: string) => signToken({ role: "anon", exp: 4_102_444_800 }, secret);
    expect((await get("/auth/v1/health", { apikey: key(localKeys.jwtSecret) })).status).toBe(200);
    const other = await get("/auth/v1/health", {
      apikey: key("another secret of at least thirty-two characters"),
    });
    expect(other.status).toBe(401);
    expect(await other.json()).toMatchObject({ message: "Invalid API key" });
  });

  test("in its legacy form is not a bearer token for Auth", async () => {
    const response = await get("/auth/v1/admin/users", { apikey: localKeys.serviceJwt });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error_code: "no_authorization" });
  });

  test("in the query is not treated as a filter", async () => {
    const response = await get(`/rest/v1/?apikey=${localKeys.publishable}`);
    expect(response.status).toBe(200);
  });

  test("acts as the service role if secret, and as an anonymous caller if publishable", async () => {
    const clientOf = (key: string) => createClient(platform.url, key, { auth: { persistSession: false } });
    const asService = await clientOf(localKeys.secret).storage.createBucket("by-service");
    expect(asService.error).toBeNull();
    const asAnyone = await clientOf(localKeys.publishable).storage.createBucket("by-anyone");
    expect(asAnyone.error).not.toBeNull();
  });

  test("doesn't override the user's token", async () => {
    const token = personToken({ role: "authenticated" });
    const response = await get("/storage/v1/bucket", {
      apikey: localKeys.secret,
      authorization: `Bearer ${token}`,
    });
    expect(await response.json()).toEqual([]);
  });
});

describe("a page of any origin", () => {
  test("may send the headers that clients send", async () => {
    const response = await get(
      "/storage/v1/object/documents/a",
      {
        origin: "http://localhost:3000",
        "access-control-request-method": "POST",
        "access-control-request-headers": "apikey,authorization,x-upsert,tus-resumable",
      },
      { method: "OPTIONS" },
    );
    expect(response.status).toBe(204);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(response.headers.get("access-control-allow-headers")).toBe(
      "apikey,authorization,x-upsert,tus-resumable",
    );
    expect(response.headers.get("access-control-allow-methods")).toContain("PATCH");
    expect(response.headers.get("access-control-max-age")).toBe("3600");
  });

  test.each(["/auth/v1/settings", "/rest/v1/", "/storage/v1/bucket", "/nowhere"])(
    "may read responses of %s, including errors",
    async (path) => {
      for (const headers of [{ apikey: localKeys.publishable }, {}]) {
        const response = await get(path, { ...headers, origin: "https://page.example" });
        expect(response.headers.get("access-control-allow-origin")).toBe("*");
        expect(response.headers.get("access-control-expose-headers")).toContain("x-supabase-api-version");
      }
    },
  );
});

describe("rows", () => {
  test("return PostgREST's error codes", async () => {
    const response = await get("/rest/v1/nothing_here", { apikey: localKeys.publishable });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "42P01" });
  });

  test("reject a token once it has expired by the platform's clock, and not before", async () => {
    const token = personToken();
    const headers = { apikey: localKeys.publishable, authorization: `Bearer ${token}` };
    const started = now;
    try {
      now = new Date(started.getTime() + 59 * 60_000);
      const later = { apikey: localKeys.publishable, authorization: `Bearer ${personToken()}` };
      expect((await get("/rest/v1/", headers)).status).toBe(200);
      expect((await get("/rest/v1/", later)).status).toBe(200);
      now = new Date(started.getTime() + 62 * 60_000);
      const expired = await get("/rest/v1/", headers);
      expect(expired.status).toBe(401);
      expect(await expired.json()).toMatchObject({ code: "PGRST301" });
      expect((await get("/rest/v1/", later)).status).toBe(200);
    } finally {
      now = started;
    }
  });

  test("are served after a GET request with an unread body", async () => {
    const headers = { apikey: localKeys.publishable, "content-length": "5", connection: "close" };
    for (const method of ["GET", "HEAD", "GET"]) {
      const status = await new Promise((resolve, reject) => {
        const outgoing = request(`${platform.url}/rest/v1/`, { method, headers }, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        outgoing.on("error", reject);
        outgoing.end("12345");
      });
      expect(status).toBe(200);
    }
  });

  test("reject an invalid token before a large body has arrived, and serve the next request", async () => {
    for (const size of [50_000, 900_000]) {
      const headers = { apikey: localKeys.publishable, authorization: "Bearer no.token.atall" };
      const body = JSON.stringify({ text: "x".repeat(size) });
      const refused = await get("/rest/v1/nothing_here", headers, { method: "POST", body });
      expect(refused.status).toBe(401);
      expect((await get("/rest/v1/", { apikey: localKeys.publishable })).status).toBe(200);
    }
  });

  test("reject a token signed with another secret", async () => {
    const forged = signToken(
      { role: "service_role", exp: 4_000_000_000 },
      "another-secret-of-more-than-32-characters",
    );
    const response = await get("/rest/v1/", {
      apikey: localKeys.publishable,
      authorization: `Bearer ${forged}`,
    });
    expect(response.status).toBe(401);
  });
});

describe("an anonymous body of 150 MB for rows", () => {
  test.each([
    ["announced", { "content-length": 150_000_000 }, 0],
    ["sent in chunks", { "transfer-encoding": "chunked" }, 1_000_000],
  ])("is refused before it has arrived, %s", async (_, headers, sent) => {
    const outgoing = request(`${platform.url}/rest/v1/rpc/peek_request`, {
      method: "POST",
      agent: false,
      headers: { apikey: localKeys.publishable, "content-type": "application/json", ...headers },
    });
    // Nothing is sent after the part that is one byte too many: the gateway then closes the connection, and a write
    // that fails would hide the response.
    if (sent > 0) outgoing.write("x".repeat(sent));
    else outgoing.flushHeaders();
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    expect([response.statusCode, await json(response)]).toEqual([
      413,
      { message: "The request is too large" },
    ]);
    outgoing.destroy();
  });

  test("doesn't disturb the next request of a client that keeps its connections", async () => {
    const key = { apikey: localKeys.publishable };
    const body = "x".repeat(1_000_000);
    for (let count = 0; count < 5; count += 1) {
      expect((await get("/rest/v1/rpc/peek_request", key, { method: "POST", body })).status).toBe(413);
      expect((await get("/rest/v1/", key)).status).toBe(200);
    }
  });

  test("is the only kind refused: one below 1 MB reaches PostgREST", async () => {
    const init = { method: "POST", body: JSON.stringify({ token: "x".repeat(999_985) }) };
    const response = await get(
      "/rest/v1/rpc/peek_request",
      { apikey: localKeys.publishable, "content-type": "application/json" },
      init,
    );
    expect(await response.json()).toHaveProperty("code");
  });
});

describe("a stored file", () => {
  const bucket = "strangers";
  const service = { apikey: localKeys.secret };
  beforeAll(async () => {
    const body = JSON.stringify({ id: bucket, name: bucket, public: false });
    await get(
      "/storage/v1/bucket",
      { ...service, "content-type": "application/json" },
      { method: "POST", body },
    );
  });

  test("is served in a sandbox", async () => {
    const body = "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>";
    const path = `/storage/v1/object/${bucket}/image.svg`;
    const stored = await get(path, { ...service, "content-type": "image/svg+xml" }, { method: "POST", body });
    expect(stored.status).toBe(200);
    const response = await get(`/storage/v1/object/authenticated/${bucket}/image.svg`, service);
    expect(response.headers.get("content-security-policy")).toBe("sandbox");
    expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await response.text()).toBe(body);
  });

  test("is written to disk while it is still being uploaded", async () => {
    const directory = await emptyFolder();
    const own = await startPlatform({ migrations: "none", directory });
    try {
      const headers = { apikey: own.serviceKey, "content-type": "application/octet-stream" };
      const upTo = createClient(own.url, own.serviceKey, { auth: { persistSession: false } });
      await upTo.storage.createBucket(bucket);
      let finish = (): void => undefined;
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(4_000_000).fill(7));
          finish = () => controller.close();
        },
      });
      const init: RequestInit = { method: "POST", headers, body, duplex: "half" };
      const stored = fetch(`${own.url}/storage/v1/object/${bucket}/large`, init);
      await expect
        .poll(() => bytesIn(join(directory, "storage")), { timeout: 10_000 })
        .toBeGreaterThan(3_000_000);
      finish();
      expect((await stored).status).toBe(200);
      const response = await fetch(`${own.url}/storage/v1/object/authenticated/${bucket}/large`, { headers });
      expect((await response.arrayBuffer()).byteLength).toBe(4_000_000);
    } finally {
      await own.stop();
    }
  });
});

test("a HEAD request is answered without a body", async () => {
  const response = await get("/rest/v1/", { apikey: localKeys.publishable }, { method: "HEAD" });
  expect(response.status).toBe(200);
  expect(await response.text()).toBe("");
});

test("the platform keeps working after a client disconnects during an upload", async () => {
  const agent = new Agent();
  const upload = request(`${platform.url}/storage/v1/object/strangers/half`, {
    agent,
    method: "POST",
    headers: { apikey: localKeys.secret, "content-length": "1000000", "content-type": "text/plain" },
  });
  const gone = new Promise((resolve) => upload.on("error", resolve));
  upload.write("half a file", () => upload.destroy());
  await gone;
  expect((await get("/auth/v1/health", { apikey: localKeys.publishable })).status).toBe(200);
});

test("new tables are served after the migration", async () => {
  const migrations = await folderWith({ "1_notes.sql": "create table public.notes (n int);" });
  const own = await startPlatform({ migrations });
  try {
    const read = (table: string) =>
      fetch(`${own.url}/rest/v1/${table}`, { headers: { apikey: own.serviceKey } });
    expect((await read("notes")).status).toBe(200);
    expect((await read("letters")).status).toBe(404);
    await writeFiles(migrations, { "2_letters.sql": "create table public.letters (n int);" });
    expect(await own.migrate()).toEqual(["2_letters.sql"]);
    expect((await read("letters")).status).toBe(200);
  } finally {
    await own.stop();
  }
});
