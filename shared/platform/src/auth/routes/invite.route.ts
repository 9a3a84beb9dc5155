import type { Context } from "hono";
import { accountToConfirm } from "../admin/account-to-confirm.ts";
import { sendInvitationEmail } from "../email/auth-emails.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { readEmail } from "../accounts/email-address.ts";
import { requestedRedirect } from "../http/requested-redirect.ts";
import { objectField, readBody, textField } from "../http/request-body.ts";
import { clientOf } from "../sessions/client.ts";
import { announceIfNew } from "../hooks/before-user-created.ts";
import { defaultAudience } from "../accounts/audience.ts";
import { readUserJson } from "../accounts/user.repository.ts";

/** `POST /invite`: creates an account and emails an invitation to it. */
export async function postInvite(deps: AuthDeps, c: Context): Promise<Response> {
  const body = await readBody(c);
  const email = readEmail(textField(body, "email"));
  const data = objectField(body, "data");
  const redirectTo = requestedRedirect(c, deps.settings);
  await announceIfNew(deps, { ip: clientOf(c).ip, email, audience: defaultAudience, data });
  const user = await inTransaction(deps, async (unit) => {
    const { user: invited } = await accountToConfirm(deps, unit, { email, passwordHash: "", data });
    await sendInvitationEmail(deps, unit, invited, { redirectTo, exchange: false });
    return readUserJson(unit.query, invited.id);
  });
  return c.json(user);
}
