import type { Context } from "hono";
import { accountToConfirm } from "../admin/account-to-confirm.ts";
import { mailInvitation } from "../auth-mail.ts";
import { inTransaction, type AuthDeps } from "../auth.deps.ts";
import { readEmail } from "../email-address.ts";
import { wantedRedirect } from "../redirect.ts";
import { objectField, readBody, textField } from "../request-body.ts";
import { readUserJson } from "../user.repository.ts";

/** `POST /invite`: an account for somebody who has not asked for one, and a mail that lets them take it. */
export async function postInvite(deps: AuthDeps, c: Context): Promise<Response> {
  const body = await readBody(c);
  const email = readEmail(textField(body, "email"));
  const data = objectField(body, "data");
  const redirectTo = wantedRedirect(c, deps.settings);
  const user = await inTransaction(deps, async (unit) => {
    const { user: invited } = await accountToConfirm(unit, { email, passwordHash: "", data });
    await mailInvitation(deps, unit, invited, { redirectTo, exchange: false });
    return readUserJson(unit.query, invited.id);
  });
  return c.json(user);
}
