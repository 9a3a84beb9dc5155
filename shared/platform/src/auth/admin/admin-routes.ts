import { Hono, type MiddlewareHandler } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { getAudit } from "../routes/admin-audit.route.ts";
import {
  getCustomProviders,
  getSsoProviders,
  refuseCustomProvider,
} from "../routes/admin-providers.route.ts";
import { deleteUserFactor, getUserFactors, putUserFactor } from "../routes/admin-factors.route.ts";
import { deleteUserPasskey, getUserPasskeys } from "../routes/admin-passkeys.route.ts";
import { postGenerateLink } from "../routes/admin-generate-link.route.ts";
import { postAdminUser } from "../routes/admin-user-create.route.ts";
import { deleteAdminUser } from "../routes/admin-user-delete.route.ts";
import { getAdminUser } from "../routes/admin-user-get.route.ts";
import { putAdminUser } from "../routes/admin-user-update.route.ts";
import { getAdminUsers } from "../routes/admin-users-list.route.ts";
import { postInvite } from "../routes/invite.route.ts";
import { requireAdmin } from "./require-admin.ts";

/** Admin endpoints. The role is checked before anything else is read. */
export function createAdminRoutes(deps: AuthDeps): Hono {
  const app = new Hono();
  const guard: MiddlewareHandler = async (c, next) => {
    await requireAdmin(deps, c);
    await next();
  };
  app.use("/invite", guard);
  app.use("/admin/*", guard);

  app.post("/invite", (c) => postInvite(deps, c));
  app.post("/admin/generate_link", (c) => postGenerateLink(deps, c));
  app.get("/admin/users", (c) => getAdminUsers(deps, c));
  app.post("/admin/users", (c) => postAdminUser(deps, c));
  app.get("/admin/users/:id", (c) => getAdminUser(deps, c));
  app.put("/admin/users/:id", (c) => putAdminUser(deps, c));
  app.delete("/admin/users/:id", (c) => deleteAdminUser(deps, c));
  app.get("/admin/users/:id/factors", (c) => getUserFactors(deps, c));
  app.put("/admin/users/:id/factors/:factor", (c) => putUserFactor(deps, c));
  app.delete("/admin/users/:id/factors/:factor", (c) => deleteUserFactor(deps, c));
  app.get("/admin/users/:id/passkeys", (c) => getUserPasskeys(deps, c));
  app.delete("/admin/users/:id/passkeys/:passkey", (c) => deleteUserPasskey(deps, c));
  app.get("/admin/audit", getAudit);
  app.get("/admin/sso/providers", getSsoProviders);
  app.get("/admin/custom-providers", getCustomProviders);
  app.post("/admin/custom-providers", refuseCustomProvider);
  return app;
}
