import { Hono } from "hono";

/**
 * Routes of the service that are not here: without this, `list` or `sign` would be read as a bucket's name.
 * They answer as any unknown route does.
 */
export function absentRoutes() {
  const app = new Hono();
  const paths = {
    POST: ["/object/list/*", "/object/list-v2/*", "/object/sign/*", "/object/upload/sign/*"],
    GET: ["/object/public/*", "/object/sign/*", "/object/info/public/*"],
  };
  for (const [method, patterns] of Object.entries(paths)) app.on(method, patterns, (c) => c.notFound());
  return app;
}
