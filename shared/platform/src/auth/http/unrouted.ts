import type { Context, Hono } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { withCaller } from "../sessions/bearer.ts";

/** Paths below these require a token before anything else, even before 404 and 405. */
const protectedTrees = ["/user", "/factors", "/reauthenticate"];

const sso = { code: "saml_provider_disabled", message: "SAML 2.0 is disabled" };
const oauthServer = { code: "feature_disabled", message: "OAuth server is disabled" };

/**
 * Parts of the service that are off. Every path and method below `tree` answers so; `endpoints` lists what clients
 * request.
 */
const off = [
  { tree: "/sso", endpoints: ["POST /sso", "GET /sso/saml/metadata", "POST /sso/saml/acs"], ...sso },
  {
    tree: "/oauth",
    endpoints: ["GET /oauth/authorize", "POST /oauth/token", "POST /oauth/clients/register"],
    ...oauthServer,
  },
  {
    tree: "/admin/oauth/clients",
    endpoints: ["GET /admin/oauth/clients", "POST /admin/oauth/clients"],
    ...oauthServer,
  },
  { tree: "/user/oauth/grants", endpoints: ["GET /user/oauth/grants"], ...oauthServer },
  {
    tree: "/.well-known/oauth-authorization-server",
    endpoints: ["GET /.well-known/oauth-authorization-server"],
    ...oauthServer,
  },
];

/** Answers all other paths and methods as the service's router does. To be called after the last endpoint. */
export function answerUnrouted(app: Hono, deps: AuthDeps): void {
  for (const { tree, endpoints, code, message } of off) {
    const refuse = async (c: Context) => {
      await requireCaller(deps, c);
      throw new AuthError(404, code, message);
    };
    for (const [method = "", path = ""] of endpoints.map((line) => line.split(" ")))
      app.on(method, path, refuse);
    app.all(tree, refuse);
    app.all(`${tree}/*`, refuse);
  }
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
