import type { RequestListener } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { Hono, type Context } from "hono";
import type { Provider } from "oidc-provider";
import { readLocalUser, type LocalUser } from "./local-user.ts";
import { asAuthorization, createProvider, loginPath } from "./provider.ts";
import { pagePolicy, problemPage, signInCss, signInPage } from "./sign-in-page.ts";

type Env = { Bindings: HttpBindings };

/** The provider's endpoints and the page that asks who one is. */
export async function createSite(options: { issuer: string; callbackUrl: string }): Promise<RequestListener> {
  const users = new Map<string, LocalUser>();
  const provider = await createProvider({ ...options, find: (sub) => users.get(sub) });
  const pages = getRequestListener(createPages(provider, users).fetch);
  const protocol = provider.callback();
  return (request, response) => {
    const path = request.url ?? "/";
    if (path.startsWith(`${loginPath}/`) || path === "/local-account.css") {
      void pages(request, response);
      return;
    }
    request.url = asAuthorization(path);
    void protocol(request, response);
  };
}

function createPages(provider: Provider, users: Map<string, LocalUser>): Hono<Env> {
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    await next();
    c.header("Cache-Control", "no-store");
    c.header("X-Content-Type-Options", "nosniff");
    c.header("Referrer-Policy", "no-referrer");
    c.header("Content-Security-Policy", pagePolicy);
  });
  app.get("/local-account.css", (c) => c.body(signInCss, 200, { "Content-Type": "text/css; charset=utf-8" }));
  app.get(`${loginPath}/:uid`, async (c) => {
    if (!(await isInProgress(provider, c))) return c.html(problemPage(), 410);
    return c.html(signInPage({ email: "", name: "", verified: true, invalid: false }));
  });
  app.post(`${loginPath}/:uid`, async (c) => {
    if (!(await isInProgress(provider, c))) return c.html(problemPage(), 410);
    const form = new URLSearchParams(await c.req.text());
    const finish = async (result: Parameters<Provider["interactionResult"]>[2]) =>
      c.redirect(await provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303);
    if (form.get("answer") === "refuse") {
      return finish({ error: "access_denied", error_description: "The user declined" });
    }
    const user = readLocalUser(form);
    if (!user) {
      const [email, name] = [form.get("email") ?? "", form.get("name") ?? ""];
      const given = { email, name, verified: form.get("verified") !== "no" };
      return c.html(signInPage({ ...given, invalid: true }), 422);
    }
    users.set(user.sub, user);
    return finish({ login: { accountId: user.sub, remember: false } });
  });
  return app;
}

/** False if the page was opened without the app, or too long ago. */
async function isInProgress(provider: Provider, c: Context<Env>): Promise<boolean> {
  try {
    await provider.interactionDetails(c.env.incoming, c.env.outgoing);
    return true;
  } catch {
    return false;
  }
}
