import { Hono, type MiddlewareHandler } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { postGenerateLink } from "../routes/admin-generate-link.route.ts";
import { postAdminUser } from "../routes/admin-user-create.route.ts";
import { deleteAdminUser } from "../routes/admin-user-delete.route.ts";
import { getAdminUser } from "../routes/admin-user-get.route.ts";
import { getAdminUsers } from "../routes/admin-users-list.route.ts";
import { requireAdmin } from "./require-admin.ts";

/** Admin endpoints. The role is checked before anything else is read. */
export function createAdminRoutes(deps: AuthDeps): Hono {
  const app = new Hono();
  const guard: MiddlewareHandler = async (c, next) => {
    await requireAdmin(deps, c);
    await next();
  };
  app.use("/admin/*", guard);

  app.post("/admin/generate_link", (c) => postGenerateLink(deps, c));
  app.get("/admin/users", (c) => getAdminUsers(deps, c));
  app.post("/admin/users", (c) => postAdminUser(deps, c));
  app.get("/admin/users/:id", (c) => getAdminUser(deps, c));
  app.delete("/admin/users/:id", (c) => deleteAdminUser(deps, c));
  return app;
}
