import { Hono } from "hono";

/** Routes of the service that are not here: without this, `list` would be read as a bucket's name. */
export function absentRoutes() {
  return new Hono().on("POST", ["/object/list/*", "/object/list-v2/*"], (c) => c.notFound());
}
