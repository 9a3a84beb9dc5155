import { randomUUID } from "node:crypto";
import type { RequestHandler } from "express";
import type { Log } from "../log.ts";

/**
 * One line per answer, and an id that the person's page can show us.
 * The address of a request may hold a code, a token or the token of a link, so what is logged is the pattern it
 * matched and nothing else of it; of the outcome, a code of our own catalogue.
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

/** A page brings some dozens of assets; they are told only to someone who asks for more. */
function levelOf(status: number, route: unknown): "debug" | "info" | "error" {
  if (status >= 500) return "error";
  return route === "asset" || route === "file" ? "debug" : "info";
}

/** Names the pattern that a request matched, for its log line. */
export function routeName(name: string): RequestHandler {
  return (_request, response, next) => {
    response.locals["route"] = name;
    next();
  };
}
