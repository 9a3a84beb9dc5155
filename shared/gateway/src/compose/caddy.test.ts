import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import process from "node:process";
import { caddyMatcher, refusedQuery } from "@sheaf/platform/embeds";
import { hostileQueries, tapedQueries } from "@sheaf/platform/embeds-fixtures";
import { freePort } from "@sheaf/platform/free-port";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { development } from "./compose-settings.ts";
import { readCompose } from "./read-compose.ts";
import { type Received, type ServiceDouble, startServiceDouble } from "./service-double.ts";
import { type CaddyProcess, hasCaddy, startCaddy } from "./start-caddy.ts";

const caddyInstalled = hasCaddy();
if (!caddyInstalled) {
  process.stdout.write(
    "SKIPPED: the configurations in shared/gateway, because caddy is not installed (apt-get install caddy)\n",
  );
}

const { ANON_KEY, SERVICE_ROLE_KEY } = development;
const key = { apikey: ANON_KEY };

let doubles: ServiceDouble[] = [];
let gateway: CaddyProcess;
let url = "";
let sidecarUrl = "";

/** Sends a request through the gateway and returns what the service received. */
async function reach(path: string, init: RequestInit = {}, from = url): Promise<Received> {
  const response = await fetch(from + path, init);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as Received;
}

describe.skipIf(!caddyInstalled)("the gateway of docker compose, as a process", () => {
  beforeAll(async () => {
    doubles = await Promise.all(["auth", "rest", "storage"].map(startServiceDouble));
    const [auth, rest, storage] = doubles.map(({ upstream }) => upstream);
    const [port, sidecarPort] = [await freePort(), await freePort()];
    url = `http://127.0.0.1:${port}`;
    sidecarUrl = `http://127.0.0.1:${sidecarPort}`;
    const { services } = await readCompose(development);
    gateway = await startCaddy("Caddyfile", {
      ...services["gateway"]?.environment,
      LISTEN: `http://:${port}`,
      LISTEN_SIDECAR: `http://:${sidecarPort}`,
      AUTH_UPSTREAM: String(auth),
      REST_UPSTREAM: String(rest),
      STORAGE_UPSTREAM: String(storage),
      MAX_FILE_BYTES: "2000000",
      // These requests come from this machine, which the value in docker-compose.yml would trust.
      TRUSTED_PROXIES: "192.0.2.1/32",
    });
  });
  afterAll(async () => {
    await gateway.stop();
    for (const double of doubles) double.stop();
  });

  test.each([
    ["/auth/v1/token?grant_type=pkce", "auth", "/token?grant_type=pkce"],
    ["/rest/v1/requests?select=id", "rest", "/requests?select=id"],
    ["/rest/v1/rpc/open_request", "rest", "/rpc/open_request"],
    ["/storage/v1/object/documents/a%20b", "storage", "/object/documents/a%20b"],
  ])("routes %s to %s at %s", async (path, service, inside) => {
    expect(await reach(path, { headers: key })).toMatchObject({ service, path: inside, method: "GET" });
  });

  test("has the rules for embedded rows that the local platform has", async () => {
    const caddyfile = await readFile(new URL("../../Caddyfile", import.meta.url), "utf8");
    expect(caddyfile).toContain(caddyMatcher());
    expect(caddyfile).toContain(JSON.stringify(refusedQuery));
  });

  test("lets every query on the page's tapes through, unchanged", async () => {
    for (const [path, search] of await tapedQueries()) {
      expect(await reach(`/rest/v1${path}${search}`, { headers: key })).toMatchObject({
        service: "rest",
        path: new URL(path + search, url).href.slice(url.length),
      });
    }
  });

  test.each(hostileQueries)("refuses, for any method: %s", async (_, path, search) => {
    for (const method of ["GET", "HEAD", "POST", "PATCH", "DELETE"]) {
      const response = await fetch(`${url}/rest/v1${path}${search}`, { method, headers: key });
      expect([method, response.status]).toEqual([method, 400]);
      if (method !== "HEAD") expect(await response.json()).toEqual(refusedQuery);
    }
  });

  test.each([`sel&apikey=${ANON_KEY}ect=`, `selapikey=${ANON_KEY}&ect=`, `selapikey=${ANON_KEY}ect=`])(
    "refuses a query that appears only when the key is taken out: %s",
    async (hidden) => {
      const response = await fetch(`${url}/rest/v1/items?${hidden}*,requests(*,items(*))`, { headers: key });
      expect([response.status, await response.json()]).toEqual([400, refusedQuery]);
    },
  );

  test("forwards methods and bodies", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const got = await reach("/rest/v1/requests", { method, headers: key, body: `{"by":"${method}"}` });
      expect(got).toMatchObject({ method, body: `{"by":"${method}"}` });
    }
  });

  test("answers health checks, and 404 for unknown paths", async () => {
    expect((await fetch(`${url}/health`)).status).toBe(200);
    for (const path of ["/", "/auth", "/rest/v2/x", "/pg/tables", "/health/x", "/metrics", "/config/"]) {
      expect([path, (await fetch(url + path, { headers: key })).status]).toEqual([path, 404]);
    }
  });

  describe("requires an API key", () => {
    const closed = [
      "/auth/v1/settings",
      "/auth/v1/verify/more",
      "/auth/v1/admin/users",
      "/rest/v1/",
      "/rest/v1/rpc/x",
    ];

    test.each(closed)("at %s", async (path) => {
      const missing = await fetch(url + path);
      expect([missing.status, await missing.json()]).toEqual([
        401,
        { message: "No API key found in request" },
      ]);
      const wrong = await fetch(url + path, { headers: { apikey: `${ANON_KEY}x` } });
      expect([wrong.status, await wrong.json()]).toEqual([401, { message: "Invalid API key" }]);
      const token = await fetch(url + path, { headers: { authorization: `Bearer ${ANON_KEY}` } });
      expect(token.status).toBe(401);
    });

    test.each(closed)("and accepts both keys, in the header or the query, at %s", async (path) => {
      for (const apikey of [ANON_KEY, SERVICE_ROLE_KEY]) {
        await reach(path, { headers: { apikey } });
        await reach(`${path}?apikey=${apikey}`);
      }
    });

    test.each(["verify?token=x", "callback?code=x", "authorize?provider=x", ".well-known/jwks.json"])(
      "but not for a link to /auth/v1/%s",
      async (path) => {
        expect(await reach(`/auth/v1/${path}`)).toMatchObject({ service: "auth", path: `/${path}` });
      },
    );

    test("but not for Storage, which checks tokens itself", async () => {
      const { headers } = await reach("/storage/v1/object/sign/documents/a?token=t");
      expect(headers.authorization).toBeUndefined();
    });
  });

  test("uses the key as the token if the request has none", async () => {
    const bare = await reach("/rest/v1/requests", { headers: { apikey: SERVICE_ROLE_KEY } });
    expect(bare.headers.authorization).toBe(`Bearer ${SERVICE_ROLE_KEY}`);
    const person = { apikey: ANON_KEY, authorization: "Bearer person" };
    expect((await reach("/rest/v1/requests", { headers: person })).headers.authorization).toBe(
      "Bearer person",
    );
  });

  test("treats a key in the query like one in the header, and removes it before the service", async () => {
    for (const [query, rest] of [
      [`?apikey=${SERVICE_ROLE_KEY}`, ""],
      [`?select=id&apikey=${SERVICE_ROLE_KEY}`, "?select=id"],
      [`?apikey=${SERVICE_ROLE_KEY}&select=a%20b&select=c`, "?select=a%20b&select=c"],
    ] as const) {
      for (const [path, inside] of [
        ["/rest/v1/requests", "/requests"],
        ["/auth/v1/settings", "/settings"],
        ["/storage/v1/bucket", "/bucket"],
      ] as const) {
        const got = await reach(path + query);
        expect([got.path, got.headers.authorization]).toEqual([inside + rest, `Bearer ${SERVICE_ROLE_KEY}`]);
      }
    }
    const person = { authorization: "Bearer person" };
    const got = await reach(`/rest/v1/requests?apikey=${ANON_KEY}`, { headers: person });
    expect(got.headers.authorization).toBe("Bearer person");
  });

  test("answers CORS preflights itself", async () => {
    const headers = {
      origin: "https://sheaf.example",
      "access-control-request-method": "PATCH",
      "access-control-request-headers": "apikey,authorization,x-upsert,tus-resumable,x-new-one",
    };
    for (const path of ["/auth/v1/token", "/rest/v1/requests", "/storage/v1/upload/resumable"]) {
      const response = await fetch(url + path, { method: "OPTIONS", headers });
      expect([response.status, await response.text()]).toEqual([204, ""]);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
        "access-control-allow-headers": headers["access-control-request-headers"],
        "access-control-max-age": "3600",
      });
    }
    expect(await reach("/storage/v1/upload/resumable", { method: "OPTIONS" })).toMatchObject({
      method: "OPTIONS",
    });
  });

  test("lets pages of any origin read every response, whatever CORS headers the service sends", async () => {
    for (const [path, headers] of [
      ["/auth/v1/user", key],
      ["/storage/v1/x", {}],
      ["/rest/v1/", {}],
      ["/x", {}],
    ] as const) {
      const response = await fetch(url + path, { headers });
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("access-control-expose-headers")).toBe("*");
      expect(response.headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  test("sandboxes stored files, whatever policy the service sends", async () => {
    for (const path of [
      "object/documents/a.html",
      "object/sign/documents/a.svg?token=t",
      "upload/resumable/x",
    ]) {
      const response = await fetch(`${url}/storage/v1/${path}`);
      expect(response.headers.get("content-security-policy")).toBe("sandbox");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
    }
    expect((await reach("/storage/v1/upload/resumable")).headers["x-forwarded-prefix"]).toBe("/storage/v1");
  });

  test("lets no one cache a document, whatever its sender chose", async () => {
    for (const path of [
      "object/documents/a",
      "object/authenticated/documents/a",
      "object/sign/documents/a?token=t",
      "object/public/documents/a",
      "render/image/authenticated/documents/a",
    ]) {
      const response = await fetch(`${url}/storage/v1/${path}`);
      expect([path, response.headers.get("cache-control")]).toEqual([path, "private, no-store"]);
    }
    const rows = await fetch(`${url}/rest/v1/requests`, { headers: key });
    expect(rows.headers.get("cache-control")).toBe("public, max-age=3600");
  });

  test("sends the client's address to the services, and trusts only the sidecar's sb-forwarded-for", async () => {
    const forged = { ...key, "x-forwarded-for": "203.0.113.9", "sb-forwarded-for": "203.0.113.9" };
    const { headers } = await reach("/auth/v1/token", { headers: forged });
    expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
    expect(headers["sb-forwarded-for"]).toBeUndefined();
    const bySidecar = await reach("/auth/v1/token", { headers: forged }, sidecarUrl);
    expect(bySidecar.headers["x-forwarded-for"]).toBe("127.0.0.1");
    expect(bySidecar.headers["sb-forwarded-for"]).toBe("203.0.113.9");
  });

  test("names the network of a client that no trusted proxy forwards, whatever it claims", async () => {
    const forged = { ...key, "x-client-network": "203.0.113.9", "x-forwarded-for": "203.0.113.9" };
    for (const from of [url, sidecarUrl]) {
      const { headers } = await reach("/auth/v1/token", { headers: forged }, from);
      expect(headers["x-client-network"]).toBe("127.0.0.1/32");
    }
  });

  /** Sends a chunked body, without a content length. */
  const chunked = (path: string, size: number) =>
    fetch(url + path, {
      method: "POST",
      headers: key,
      body: new Blob(["x".repeat(size)]).stream(),
      duplex: "half",
    });
  test("rejects a body of 1 MB or more for rows, and doesn't limit the body for Auth", async () => {
    const path = "/rest/v1/requests";
    const largest = 999_999;
    expect((await chunked(path, largest)).status).toBe(200);
    await reach(path, { method: "POST", headers: key, body: "x".repeat(largest) });
    const sized = { method: "POST", headers: key, body: "x".repeat(largest + 1) };
    expect((await fetch(url + path, sized)).status).toBe(413);
    const refused = await chunked(path, largest + 1);
    expect([refused.status, await refused.json()]).toEqual([413, { message: "The request is too large" }]);
    await reach("/auth/v1/verify", sized);
  });

  test("rejects a chunked upload that exceeds the maximum file size", async () => {
    const path = "/storage/v1/object/documents/a";
    const largest = 2_000_000;
    expect((await chunked(path, largest)).status).toBe(200);
    const refused = await chunked(path, largest + 1);
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([413, "*"]);
    // Storage itself rejects one with a content length.
    await reach(path, { method: "POST", headers: key, body: "x".repeat(largest + 1) });
  });

  test("lets fifty requests for rows in at once; others wait for their turn", async () => {
    const rest = doubles[1];
    const answers = Promise.all(Array.from({ length: 60 }, () => reach("/rest/v1/held", { headers: key })));
    await rest?.heldAtLeast(50);
    // Goes to another service, so it doesn't wait. Without a limit, the other ten would arrive before it returns.
    await reach("/auth/v1/user", { headers: key });
    expect(rest?.held()).toBe(50);
    rest?.release();
    expect(await answers).toHaveLength(60);
  });

  test.each([
    {
      who: "send a body slowly",
      // The gateway asks for the body once it starts to read it.
      head: "POST /rest/v1/requests HTTP/1.1\r\nContent-Length: 9\r\nExpect: 100-continue",
      first: "HTTP/1.1 100 Continue",
    },
    { who: "don't read the response", head: "GET /rest/v1/large HTTP/1.1", first: "HTTP/1.1 200 OK" },
  ])("doesn't keep others waiting for clients that $who", async ({ head, first }) => {
    const slow = await Promise.all(
      Array.from({ length: 60 }, async () => {
        const socket = connect(Number(new URL(url).port), "127.0.0.1");
        socket.write(`${head}\r\nHost: localhost\r\napikey: ${ANON_KEY}\r\n\r\n`);
        await once(socket, "readable");
        expect(String(socket.read(first.length))).toBe(first);
        return socket;
      }),
    );
    await reach("/rest/v1/requests", { headers: key });
    for (const socket of slow) socket.destroy();
  });

  test("requires a key from the sidecar too", async () => {
    expect((await fetch(`${sidecarUrl}/auth/v1/user`)).status).toBe(401);
  });
});

describe.skipIf(!caddyInstalled)("the gateway of docker compose behind a proxy", () => {
  beforeAll(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const auth = await startServiceDouble("auth");
    const { services } = await readCompose(development);
    const behindProxy = await startCaddy("Caddyfile", {
      ...services["gateway"]?.environment,
      LISTEN: `http://:${port}`,
      LISTEN_SIDECAR: `http://:${await freePort()}`,
      AUTH_UPSTREAM: auth.upstream,
      TRUSTED_PROXIES: "127.0.0.1/32 private_ranges",
    });
    return async () => {
      await behindProxy.stop();
      auth.stop();
    };
  });

  const networkOf = async (forwarded: string) => {
    const claimed = { "x-client-network": "2001:db8:9::/64" };
    const headers = { ...key, ...claimed, ...(forwarded !== "" && { "x-forwarded-for": forwarded }) };
    return (await reach("/auth/v1/token", { headers })).headers["x-client-network"];
  };

  test.each([
    ["2001:db8:1:2:a:b:c:d", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9, 172.18.0.3", "2001:DB8:1:2::/64"],
    ["2001:db8:1:0:a:b:c:d", "2001:db8:1::/64"],
    ["2001:db8:1::9", "2001:db8:1::/64"],
    ["2001:db8::1:2:3:4", "2001:db8::/64"],
    ["2001:db8:0:0:1::", "2001:db8::/64"],
    ["2001:db8:0:5::9", "2001:db8:0:5::/64"],
    ["2001::a:1:2:3:4", "2001:0:0:a::/64"],
    ["2001:0:0:a::4, 172.18.0.3", "2001:0:0:a::/64"],
    ["192.0.2.7", "192.0.2.7/32"],
    ["192.0.2.7, 172.18.0.3", "192.0.2.7/32"],
    ["::ffff:192.0.2.7", "192.0.2.7/32"],
  ])("names the network of the client %s: %s", async (client, network) => {
    expect(await networkOf(client)).toBe(network);
  });

  test("counts a request that names no client, or none that it understands, as the proxy's", async () => {
    expect(await networkOf("")).toBe("127.0.0.1/32");
    expect(await networkOf("unknown")).toBe("127.0.0.1/32");
  });
});

describe.skipIf(!caddyInstalled)("the gateway of docker compose with unreachable services", () => {
  let gatewayProcess: CaddyProcess;
  beforeEach(async () => {
    const unreachable = `127.0.0.1:${await freePort()}`;
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const auth = await startServiceDouble("auth");
    doubles = [auth];
    gatewayProcess = await startCaddy("Caddyfile", {
      LISTEN: `http://:${port}`,
      LISTEN_SIDECAR: `http://:${await freePort()}`,
      AUTH_UPSTREAM: auth.upstream,
      REST_UPSTREAM: unreachable,
      STORAGE_UPSTREAM: unreachable,
      TRUSTED_PROXIES: "192.0.2.1/32",
      ANON_KEY: "anon-secret",
      SERVICE_ROLE_KEY: "service-secret",
      MAX_FILE_BYTES: "1000000",
    });
    return async () => {
      await gatewayProcess.stop();
      auth.stop();
    };
  });

  test("lets pages read the error of an unreachable service", async () => {
    for (const path of ["/rest/v1/requests", "/storage/v1/object/documents/a"]) {
      const response = await fetch(url + path, { headers: { apikey: "anon-secret" } });
      expect([path, response.status]).toEqual([path, 502]);
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(response.headers.get("x-content-type-options")).toBe("nosniff");
      expect(await response.json()).toEqual({ message: "The upstream server is not available" });
    }
  });

  test("logs every request, failed or not, without secrets", async () => {
    const headers = {
      apikey: "service-secret",
      authorization: "Bearer token-secret",
      cookie: "session=cookie-secret",
      "x-upsert-metadata": "metadata-secret",
    };
    const paths = [
      "/auth/v1/verify?token=query-secret&redirect_to=x",
      "/auth/v1/user?apikey=anon-secret",
      "/rest/v1/requests?token=query-secret",
      "/rest/v1/requests?apikey=anon-secret",
      "/storage/v1/object/sign/documents/a?token=query-secret",
      "/nowhere?query-secret",
    ];
    for (const path of paths) {
      await fetch(url + path, { method: "POST", headers, body: "body-secret", redirect: "manual" });
    }
    const lines = () =>
      gatewayProcess
        .output()
        .trim()
        .split("\n")
        .filter((line) => line.includes("handled request"));
    await expect.poll(() => lines().length).toBe(paths.length);
    // A request is logged after its response, so the next one may come before it.
    const logged = lines().map((line) => {
      const { request, status } = JSON.parse(line);
      return `${status} ${request.uri}`;
    });
    expect(logged.sort()).toEqual([
      "200 /auth/v1/user?…",
      "200 /auth/v1/verify?…",
      "404 /nowhere?…",
      "502 /rest/v1/requests?…",
      "502 /rest/v1/requests?…",
      "502 /storage/v1/object/sign/documents/a?…",
    ]);
    expect(gatewayProcess.output()).toContain("connection refused");
    expect(gatewayProcess.output()).not.toContain("secret");
  });
});
