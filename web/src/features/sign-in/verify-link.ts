import type { LinkType } from "@sheaf/contract/sidecar";
import { AppError } from "../../lib/errors.ts";
import { assertSessionKept } from "./assert-session-kept.ts";
import { verifyMailed } from "./verify-mailed.ts";

interface VerifyLink {
  tokenHash: string;
  type: LinkType;
}

/**
 * Trades the token of a mailed link for a session, from the reader's own address.
 *
 * @returns the address that is signed in now.
 * @throws AppError; `email_change.half_done` when the other address still has to be confirmed, `session.not_kept`
 * when the browser refused the cookie.
 */
export async function verifyLink({ tokenHash, type }: VerifyLink): Promise<string> {
  const { user } = await verifyMailed({ token_hash: tokenHash, type });
  if (!user) throw new AppError(type === "email_change" ? "email_change.half_done" : "otp_expired");
  assertSessionKept();
  return user.email ?? "";
}
