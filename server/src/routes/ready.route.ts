import type { RequestHandler } from "express";
import type { PlatformAccess } from "../http/platform-fetch.ts";
import { coalesce } from "../session/coalesce.ts";

/** `GET /readyz`: 200 when the platform's Auth responds, else 503. Simultaneous probes share one request. */
export function readyRoute(deps: PlatformAccess): RequestHandler {
  const together = coalesce<boolean>();
  const ask = async (): Promise<boolean> => {
    try {
      const health = new URL("/auth/v1/health", deps.platformUrl);
      return (await deps.fetch(health, { headers: { apikey: deps.publishableKey } })).ok;
    } catch {
      return false;
    }
  };

  return async (_request, response) => {
    const ready = await together("health", ask);
    response.status(ready ? 200 : 503).json({ status: ready ? "ready" : "auth unreachable" });
  };
}
