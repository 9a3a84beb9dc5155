import { Hono } from "hono";

/** `GET /status`: 200 without a body while the service is running. */
export function statusRoute() {
  return new Hono().get("/status", (c) => c.body(null));
}
