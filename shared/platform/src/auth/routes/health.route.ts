import type { Context } from "hono";

/** `GET /health`: clients and gateways look for the service's own name. */
export function getHealth(c: Context): Response {
  return c.json({
    version: "local",
    name: "GoTrue",
    description: "GoTrue is a user registration and authentication API",
  });
}
