import { createHash } from "node:crypto";
import type { Request, RequestHandler } from "express";
import { ipKeyGenerator, rateLimit } from "express-rate-limit";
import { refuse } from "../http/refuse.ts";

export interface Limits {
  /** Sign-in steps per client address and minute; a whole office may share one address. */
  perAddress: number;
  /** Confirmations per link and ten minutes. One is needed, and the button may be pressed twice. */
  perLink: number;
}

export const defaultLimits: Limits = { perAddress: 60, perLink: 6 };

const minute = 60_000;
/** Households and phones are assigned whole IPv6 networks, so single addresses would not limit anything. */
const ipv6Network = 56;

/** Counts before the platform is called, where all users share the sidecar's rate limit. */
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
    // The library's checks print to the console, once per kind, whatever headers a client invents.
    validate: false,
    handler: (_request, response) => {
      response.set("Retry-After", String(options.windowMs / 1000));
      refuse(response, { status: 429, code: "over_request_rate_limit" });
    },
  });
}
