import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { freePort } from "@sheaf/platform/free-port";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { production } from "./compose-settings.ts";
import { readCompose } from "./read-compose.ts";
import { type Received, type ServiceDouble, startServiceDouble } from "./service-double.ts";
import { type CaddyProcess, hasCaddy, startCaddy } from "./start-caddy.ts";

const names = { site: "localhost", api: "api.localhost" };

let site: ServiceDouble;
let auth: ServiceDouble;
let gateway: CaddyProcess;
let tls: CaddyProcess;
let ca = "";
const ports = { http: 0, https: 0, health: 0 };

/** Sends a request to one of the two names, trusting only this run's CA. */
async function send(
  name: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<IncomingMessage> {
  const outgoing = request({
    host: "127.0.0.1",
    port: ports.https,
    servername: name,
    path,
    headers: { host: name, ...headers },
    ca,
    agent: false,
  });
  outgoing.end();
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  return response;
}
const received = async (response: IncomingMessage) => JSON.parse(await text(response)) as Received;

describe.skipIf(!hasCaddy())("TLS in front of docker compose, as a process", () => {
  beforeAll(async () => {
    site = await startServiceDouble("sheaf");
    auth = await startServiceDouble("auth");
    for (const name of ["http", "https", "health"] as const) ports[name] = await freePort();
    const { services } = await readCompose(production);
    const gatewayPort = await freePort();
    gateway = await startCaddy("Caddyfile", {
      ...services["gateway"]?.environment,
      LISTEN: `http://:${gatewayPort}`,
      LISTEN_SIDECAR: `http://:${await freePort()}`,
      AUTH_UPSTREAM: auth.upstream,
    });
    tls = await startCaddy("tls.Caddyfile", {
      ...services["tls"]?.environment,
      // Caddy uses its local CA for localhost names only; for others it would request public certificates.
      SITE_DOMAIN: names.site,
      API_DOMAIN: names.api,
      SITE_UPSTREAM: site.upstream,
      API_UPSTREAM: `127.0.0.1:${gatewayPort}`,
      HTTP_PORT: String(ports.http),
      HTTPS_PORT: String(ports.https),
      HEALTH: `http://127.0.0.1:${ports.health}`,
    });
    await vi.waitFor(() =>
      expect(tls.output().match(/certificate obtained successfully/g)).toHaveLength(
        Object.keys(names).length,
      ),
    );
    ca = await tls.authority();
  });
  afterAll(async () => {
    await tls.stop();
    await gateway.stop();
    site.stop();
    auth.stop();
  });

  test("routes each name to its service, with a certificate for that name", async () => {
    expect(await received(await send(names.site, "/requests?x=1"))).toMatchObject({
      service: "sheaf",
      path: "/requests?x=1",
      headers: { host: names.site, "x-forwarded-proto": "https" },
    });
    const response = await send(names.api, "/auth/v1/verify?token=x");
    expect(response.headers["strict-transport-security"]).toBe("max-age=31536000");
    expect(await received(response)).toMatchObject({ service: "auth", path: "/verify?token=x" });
  });

  test("requires the platform's API key", async () => {
    expect((await send(names.api, "/auth/v1/user")).statusCode).toBe(401);
    expect((await send(names.api, "/auth/v1/user", { apikey: production.ANON_KEY })).statusCode).toBe(200);
  });

  test("sends the client's address to every service, ignoring what the client claims", async () => {
    const forged = { "x-forwarded-for": "203.0.113.9", "sb-forwarded-for": "203.0.113.9" };
    const atSite = await received(await send(names.site, "/", forged));
    expect(atSite.headers["x-forwarded-for"]).toBe("127.0.0.1");
    const atAuth = await received(await send(names.api, "/auth/v1/verify", forged));
    // The client's address first, then that of the service tls, so that each client has its own rate limit.
    expect(atAuth.headers["x-forwarded-for"]).toBe("127.0.0.1, 127.0.0.1");
    expect(atAuth.headers["sb-forwarded-for"]).toBeUndefined();
  });

  test("redirects HTTP to HTTPS and answers local health checks", async () => {
    const plain = await fetch(`http://localhost:${ports.http}/r/abc`, { redirect: "manual" });
    expect([plain.status, plain.headers.get("location")]).toEqual([
      308,
      expect.stringMatching(/^https:\/\/localhost(:\d+)?\/r\/abc$/),
    ]);
    expect((await fetch(`http://127.0.0.1:${ports.health}/health`)).status).toBe(200);
  });

  test("logs errors without secrets from the request, while the site is up and while it is away", async () => {
    const paths = [
      "/auth/callback?code=query-secret",
      "/auth/confirm?token_hash=query-secret&type=email",
      "/r/link-secret",
      "/r/link-secret?code=query-secret",
      "/r/link-secret/more",
      "//r/link-secret",
      "/R/link-secret",
      "/%72/link-secret",
      "/r%2Flink-secret",
      "/join/link-secret",
      "/email/undo/link-secret",
      "/email/stop/link-secret",
    ];
    const cookie = "sheaf-auth=cookie-secret";
    const referer = `https://${names.site}/r/link-secret`;
    for (const path of paths) await send(names.site, path, { cookie, referer });
    site.stop();
    for (const path of paths) {
      expect((await send(names.site, path, { cookie, referer })).statusCode).toBe(502);
    }
    await expect.poll(() => tls.output().match(/connection refused/g)).toHaveLength(paths.length);
    expect(tls.output()).toContain('"uri":"/auth/callback?…"');
    expect(tls.output()).toContain('"uri":"/r/…"');
    expect(tls.output()).not.toContain("secret");
  });
});
