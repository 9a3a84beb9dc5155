import type { ProofAct } from "@sheaf/contract/proof-acts";
import { getSession, identityOf } from "../../lib/auth/session.ts";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";

/**
 * Stores, for one act, that the user has just proven who they are. The database accepts a session whose sign-in or
 * authenticator code is recent.
 *
 * The proof is always recorded for the page's session.
 *
 * @param by a client with another session than the page's.
 * @returns the time until which the act must begin. Milliseconds since 1970.
 * @throws AppError; `proof.required` if the session is too old.
 */
export async function recordProof(
  { act }: { act: ProofAct },
  by: Pick<ReturnType<typeof dataClient>, "rpc"> = dataClient(),
): Promise<number> {
  const acting = identityOf(getSession())?.sessionId;
  const { data, error } = await by.rpc("record_proof", { act, ...(acting && { acting_session: acting }) });
  if (error) throw toAppError(error);
  return Date.parse(data);
}
