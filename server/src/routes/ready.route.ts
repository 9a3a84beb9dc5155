import type { RequestHandler } from "express";
import type { PlatformAccess } from "../http/platform-fetch.ts";
import { coalesce } from "../session/coalesce.ts";

/** For which an answer is given again, in milliseconds: anyone may ask, and Auth must not be asked each time. */
const rememberedMs = 1000;

/** `GET /readyz`: 200 when the platform's Auth responds, else 503. The probes of a second share one request. */
export function readyRoute(deps: PlatformAccess): RequestHandler {
  const together = coalesce<boolean>();
  let last = { isReady: false, until: 0 };
  const health = async (): Promise<boolean> => {
    try {
      const url = new URL("/auth/v1/health", deps.platformUrl);
      return (await deps.fetch(url, { headers: { apikey: deps.publishableKey } })).ok;
    } catch {
      return false;
    }
  };
  const ask = async (): Promise<boolean> => {
    if (performance.now() >= last.until) {
      const isReady = await health();
      last = { isReady, until: performance.now() + rememberedMs };
    }
    return last.isReady;
  };

  return async (_request, response) => {
    const ready = await together("health", ask);
    response.status(ready ? 200 : 503).json({ status: ready ? "ready" : "auth unreachable" });
  };
}
