import type { Context } from "hono";

/** `GET /health`: alive. The name is the service's own, because clients and gateways look for it. */
export function getHealth(c: Context): Response {
  return c.json({
    version: "local",
    name: "GoTrue",
    description: "GoTrue is a user registration and authentication API",
  });
}
