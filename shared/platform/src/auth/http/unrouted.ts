import type { Context, Hono } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { withCaller } from "../sessions/bearer.ts";

/** Paths below these require a token before anything else, even before 404 and 405. */
const protectedTrees = ["/user", "/factors", "/reauthenticate"];

/** Answers all other paths and methods as the service's router does. To be called after the last endpoint. */
export function answerUnrouted(app: Hono, deps: AuthDeps): void {
  const methods = Map.groupBy(
    app.routes.filter(({ method }) => method !== "ALL"),
    ({ path }) => path,
  );
  for (const [path, routes] of methods) {
    const allowed = [...new Set(routes.map(({ method }) => method))];
    app.all(path, async (c) => {
      await requireCaller(deps, c);
      for (const method of allowed) c.header("Allow", method, { append: true });
      return c.body(null, 405);
    });
  }
  app.notFound(async (c) => {
    await requireCaller(deps, c);
    c.header("X-Content-Type-Options", "nosniff");
    return c.text("404 page not found\n", 404);
  });
}

async function requireCaller(deps: AuthDeps, c: Context): Promise<void> {
  const { path } = c.req;
  if (!protectedTrees.some((tree) => path === tree || path.startsWith(`${tree}/`))) return;
  await withCaller(deps, c, () => Promise.resolve());
}
