import { createHash } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import { refuse } from "../refuse.ts";

export interface Limits {
  /** Sign-in steps of one client address per minute; a whole office may share one. */
  perAddress: number;
  /** Confirmations of one link per ten minutes; a person needs one and may press twice. */
  perLink: number;
}

export const defaultLimits: Limits = { perAddress: 60, perLink: 6 };

const minute = 60_000;
/** Households and phones get whole IPv6 networks; counting single addresses of one would count nothing. */
const ipv6Network = 56;

/** Counts before the platform is called: all people share the sidecar's one bucket there. */
export function limitPerAddress(limit: number): RequestHandler {
  return limiter({
    windowMs: minute,
    limit,
    key: (request) => (request.ip === undefined ? "unknown" : ipKeyGenerator(request.ip, ipv6Network)),
  });
}

export function limitPerLink(limit: number): RequestHandler {
  return limiter({
    windowMs: 10 * minute,
    limit,
    key: (request) =>
      createHash("sha256")
        .update(JSON.stringify(request.query["token_hash"] ?? null))
        .digest("base64"),
  });
}

function limiter(options: { windowMs: number; limit: number; key: (request: Request) => string }) {
  return rateLimit({
    windowMs: options.windowMs,
    limit: options.limit,
    keyGenerator: options.key,
    standardHeaders: false,
    legacyHeaders: false,
    // Its checks print to the console, once per kind, whatever a stranger's headers make them find.
    validate: false,
    handler: (_request, response) => {
      response.set("Retry-After", String(options.windowMs / 1000));
      refuse(response, { status: 429, code: "over_request_rate_limit" });
    },
  });
}
