import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import type { Log } from "../log.ts";

/**
 * One line per response, and a request ID that the user's page can show.
 *
 * A request's URL may contain a code, a token or a link token, so only the matched route pattern is logged and, for
 * the outcome, a code from our own catalogue.
 */
export function requestLog(log: Log): RequestHandler {
  return (request, response, next) => {
    const requestId = randomUUID();
    const startedAt = performance.now();
    response.locals["requestId"] = requestId;
    response.set("X-Request-Id", requestId);
    response.once("close", () => {
      const { route = "unmatched", outcome } = response.locals;
      log[levelOf(response.statusCode, route)]({
        requestId,
        method: request.method,
        route,
        status: response.statusCode,
        ms: Math.round(performance.now() - startedAt),
        outcome,
        aborted: response.writableFinished ? undefined : true,
      });
    });
    next();
  };
}

/** A page loads dozens of assets; they are logged only at a more verbose level. */
function levelOf(status: number, route: unknown): "debug" | "info" | "error" {
  if (status >= 500) return "error";
  return route === "asset" || route === "file" ? "debug" : "info";
}

/** Sets the route pattern for the log line. */
export function routeName(name: string): RequestHandler {
  return (_request, response, next) => {
    response.locals["route"] = name;
    next();
  };
}
