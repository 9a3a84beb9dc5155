import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import type { Clock } from "../clock.ts";
import type { PlatformKeys } from "../keys.ts";
import type { Log } from "../log.ts";
import type { TokenKeys } from "../tokens/token-keys.ts";
import { isRefusedQuery, refusedQuery } from "../rest/embeds.ts";
import { retimedAuthorization } from "../rest/retimed-token.ts";
import { BodyTooLarge, ClientDisconnected, type Upstream } from "../rest/upstream.ts";
import { authorizationFor, checkApiKey } from "./api-key.ts";
import { allowAnyPage, isPreflight, preflightResponse } from "./cors.ts";

/** A service in this process, whose paths don't include the gateway's prefix. */
interface Service {
  fetch(request: Request): Response | Promise<Response>;
}

export interface GatewayDeps {
  readonly keys: PlatformKeys;
  readonly tokenKeys: TokenKeys;
  readonly auth: Service;
  readonly storage: Service;
  readonly rest: Upstream;
  readonly clock: Clock;
  readonly log: Log;
}

/** Puts all services on one origin: checks API keys, swaps keys for tokens, and sets CORS and forwarded headers. */
export function createGateway(deps: GatewayDeps): Hono<{ Bindings: HttpBindings }> {
  const app = new Hono<{ Bindings: HttpBindings }>();

  app.use(async (c, next) => {
    await next();
    // The headers of a fetched response are immutable.
    c.res = new Response(c.res.body, c.res);
    allowAnyPage(c.res.headers);
  });

  app.use((c, next) => (isPreflight(c.req.raw) ? Promise.resolve(preflightResponse(c.req.raw)) : next()));

  // The Fetch API can't represent requests with these methods.
  app.on(["TRACE", "TRACK", "CONNECT"], "*", (c) => c.json({ message: "Method not allowed" }, 405));

  app.use(async (c, next) => {
    const refusal = await checkApiKey(new URL(c.req.url), c.req.raw.headers, deps);
    return refusal === undefined ? next() : c.json(refusal, 401);
  });

  app.all("/auth/v1/*", (c) => deps.auth.fetch(withoutPrefix(c.req.raw, "/auth/v1", deps.keys)));

  app.all("/storage/v1/*", async (c) => {
    const response = await deps.storage.fetch(withoutPrefix(c.req.raw, "/storage/v1", deps.keys));
    const headers = new Headers(response.headers);
    // Uploaded files may claim any type. The sandbox keeps them from running as a page of this origin.
    headers.set("content-security-policy", "sandbox");
    headers.set("x-content-type-options", "nosniff");
    return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
  });

  app.all("/rest/v1/*", async (c) => {
    const request = withoutPrefix(c.req.raw, "/rest/v1", deps.keys);
    const { pathname, search } = new URL(request.url);
    if (isRefusedQuery(pathname, search)) return c.json(refusedQuery, 400);
    const headers = new Headers(request.headers);
    const authorization = headers.get("authorization");
    if (authorization !== null) {
      headers.set("authorization", await retimedAuthorization(authorization, deps.clock, deps.tokenKeys));
    }
    try {
      const prefer = c.env.incoming.headersDistinct["prefer"] ?? [];
      return await deps.rest.forward({ path: pathname + search, request, headers, prefer });
    } catch (error) {
      if (error instanceof ClientDisconnected) return c.json({ message: error.message }, 400);
      // The rest of the body may still be on its way.
      if (error instanceof BodyTooLarge)
        return c.json({ message: error.message }, 413, { connection: "close" });
      deps.log({ level: "error", message: "PostgREST did not answer", path: pathname, error });
      return c.json({ message: "The upstream server is not available" }, 502);
    }
  });

  app.notFound((c) => c.json({ message: "no Route matched with those values" }, 404));
  return app;
}

/** The request as its service sees it: without the prefix, with the key's token and with headers to build links. */
function withoutPrefix(request: Request, prefix: string, keys: PlatformKeys): Request {
  const url = new URL(request.url);
  const headers = new Headers(request.headers);
  const authorization = authorizationFor(url, headers, keys);
  if (authorization !== undefined) headers.set("authorization", authorization);
  headers.set("x-forwarded-proto", url.protocol.slice(0, -1));
  headers.set("x-forwarded-host", url.host);
  headers.set("x-forwarded-port", url.port || "80");
  headers.set("x-forwarded-prefix", prefix);
  // Every caller is this machine, because the gateway listens on loopback. A forwarded address isn't trusted.
  headers.set("x-forwarded-for", "127.0.0.1");
  url.pathname = url.pathname.slice(prefix.length);
  // PostgREST would treat the key as a filter.
  url.search = withoutKey(url.search);
  return new Request(url, {
    method: request.method,
    headers,
    body: request.body,
    duplex: "half",
    signal: request.signal,
  });
}

/** Removes the `apikey` parameter and leaves the rest of the query unchanged, byte for byte. */
function withoutKey(search: string): string {
  const parameters = search
    .slice(1)
    .split("&")
    .filter((part) => !part.startsWith("apikey="));
  return parameters.join("&") === "" ? "" : `?${parameters.join("&")}`;
}
