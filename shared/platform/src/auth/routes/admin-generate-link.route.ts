import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { readEmail } from "../accounts/email-address.ts";
import { insertUser, lockUserByEmail, readUserJson, updateUser } from "../accounts/user.repository.ts";
import { notEmulated } from "../admin/not-emulated.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { createToken, linkUrl, type LinkOptions } from "../email/emailed-token.ts";
import { announceIfNew } from "../hooks/before-user-created.ts";
import { objectField, readBody, textField } from "../http/request-body.ts";
import { requestedRedirect } from "../http/requested-redirect.ts";
import { inTransaction } from "../in-transaction.ts";
import { hashOfUnknownPassword } from "../password/password.ts";
import { clientOf } from "../sessions/client.ts";

interface Wanted {
  email: string;
  data: Readonly<Record<string, unknown>>;
  options: LinkOptions;
}

/**
 * `POST /admin/generate_link`: a sign-in link for an email that the caller sends; no other type is emulated. No frequency
 * limit applies, and the link always ends in a session: no browser waits for a code exchange.
 */
export async function postGenerateLink(deps: AuthDeps, c: Context): Promise<Response> {
  const body = await readBody(c);
  const type = textField(body, "type");
  const email = readEmail(textField(body, "email"));
  if (type !== "magiclink") throw notEmulated(`A link of the type ${JSON.stringify(type)}`);
  const redirectTo = requestedRedirect(c, deps.settings, textField(body, "redirect_to"));
  const data = objectField(body, "data");
  await announceIfNew(deps, { ip: clientOf(c).ip, email, data });
  const response = await inTransaction(deps, (unit) =>
    generateLink(deps, unit, { email, data, options: { redirectTo, exchange: false } }),
  );
  return c.json(response);
}

/** The user, with the fields of the link beside. An unknown address is signed up. */
async function generateLink(deps: AuthDeps, unit: Unit, { email, data, options }: Wanted) {
  const { query, now } = unit;
  const known = await lockUserByEmail(query, email);
  const id = known?.id ?? randomUUID();
  if (!known) {
    const role = deps.settings.defaultRole;
    await insertUser(query, { id, role, email, passwordHash: hashOfUnknownPassword(), data, now });
  }
  const token = await createToken(deps, unit, {
    user: { id },
    type: known ? "recovery_token" : "confirmation_token",
    to: email,
    options,
  });
  await updateUser(
    query,
    id,
    now,
    known
      ? { recovery_token: token.hash, recovery_sent_at: now }
      : { confirmation_token: token.hash, confirmation_sent_at: now },
  );
  const linkType = known ? "magiclink" : "signup";
  return {
    ...(await readUserJson(query, id)),
    action_link: linkUrl(deps, token, linkType, options),
    email_otp: token.code,
    hashed_token: token.hash,
    verification_type: linkType,
    redirect_to: options.redirectTo,
  };
}
