import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { freePort } from "../free-port.ts";
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

/** Asks one of the two names as a browser would, with the authority of this run as the only one it trusts. */
async function ask(
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
  const [answer] = (await once(outgoing, "response")) as [IncomingMessage];
  return answer;
}
const received = async (answer: IncomingMessage) => JSON.parse(await text(answer)) as Received;

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
      // For names of this machine Caddy is its own authority; for others it asks one on the network.
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

  test("leads each name to its own part, by a certificate for that name", async () => {
    expect(await received(await ask(names.site, "/requests?x=1"))).toMatchObject({
      service: "sheaf",
      path: "/requests?x=1",
      headers: { host: names.site, "x-forwarded-proto": "https" },
    });
    const answer = await ask(names.api, "/auth/v1/verify?token=x");
    expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000");
    expect(await received(answer)).toMatchObject({ service: "auth", path: "/verify?token=x" });
  });

  test("asks for the platform's key behind it as well", async () => {
    expect((await ask(names.api, "/auth/v1/user")).statusCode).toBe(401);
    expect((await ask(names.api, "/auth/v1/user", { apikey: production.ANON_KEY })).statusCode).toBe(200);
  });

  test("tells every part behind it who asks, whatever that one says of itself", async () => {
    const forged = { "x-forwarded-for": "203.0.113.9", "sb-forwarded-for": "203.0.113.9" };
    const atSite = await received(await ask(names.site, "/", forged));
    expect(atSite.headers["x-forwarded-for"]).toBe("127.0.0.1");
    const atAuth = await received(await ask(names.api, "/auth/v1/verify", forged));
    // The person first, then the part named tls: another person is another count.
    expect(atAuth.headers["x-forwarded-for"]).toBe("127.0.0.1, 127.0.0.1");
    expect(atAuth.headers["sb-forwarded-for"]).toBeUndefined();
  });

  test("sends whoever comes without TLS to it, and says that it is well to itself", async () => {
    const plain = await fetch(`http://localhost:${ports.http}/r/abc`, { redirect: "manual" });
    expect([plain.status, plain.headers.get("location")]).toEqual([
      308,
      expect.stringMatching(/^https:\/\/localhost(:\d+)?\/r\/abc$/),
    ]);
    expect((await fetch(`http://127.0.0.1:${ports.health}/health`)).status).toBe(200);
  });

  test("logs what goes wrong without a secret of the request", async () => {
    site.stop();
    const answer = await ask(names.site, "/auth/callback?code=query-secret", {
      cookie: "sheaf-auth=cookie-secret",
    });
    expect(answer.statusCode).toBe(502);
    await expect.poll(() => tls.output()).toContain("connection refused");
    expect(tls.output()).toContain('"uri":"/auth/callback?…"');
    expect(tls.output()).not.toContain("secret");
  });
});
