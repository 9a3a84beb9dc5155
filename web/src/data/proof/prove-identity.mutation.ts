import type { ProofAct } from "@sheaf/contract/proof-acts";
import type { User } from "@supabase/supabase-js";
import { useMutation } from "@tanstack/react-query";
import { toPasskeyError } from "../../lib/auth/passkey-error.ts";
import { AppError } from "../../lib/errors.ts";
import { createUnsavedClient } from "../../lib/platform.ts";
import { consumeBackupCode } from "../backup-codes/consume-backup-code.mutation.ts";
import { type FactorCode, verifyFactor } from "../factors/verify-factor.mutation.ts";
import { recordProof } from "./record-proof.ts";

type SignIn =
  | { by: "code"; email: string; code: string }
  | { by: "password"; email: string; password: string }
  | { by: "passkey" };

export type Proof = SignIn | ({ by: "factor" } & FactorCode) | { by: "backup-code"; code: string };

interface ProofOfIdentity {
  act: ProofAct;
  userId: string;
  proof: Proof;
}

/**
 * With an authenticator app the page's own session is renewed; every other proof is a separate sign-in.
 *
 * @returns the time until which the act must begin. Milliseconds since 1970.
 */
async function proveIdentity({ act, userId, proof }: ProofOfIdentity): Promise<number> {
  if (proof.by === "factor") await verifyFactor(proof);
  else if (proof.by === "backup-code") await consumeBackupCode(proof);
  else return proveBySigningIn({ act, userId, proof });
  return recordProof({ act });
}

/** The page's session stays as it is. The new one is ended again, even if the proof could not be recorded. */
async function proveBySigningIn({
  act,
  userId,
  proof,
}: ProofOfIdentity & { proof: SignIn }): Promise<number> {
  const client = createUnsavedClient();
  const { data, error } = await signIn(client.auth, proof);
  if (error) throw toPasskeyError(error);
  try {
    // Such as a passkey of another account on a shared device.
    if (data?.user?.id !== userId) throw new AppError("proof.other_account");
    return await recordProof({ act }, client);
  } finally {
    // Not awaited: in the meantime, a thief with the page's session could use the proof.
    client.auth.signOut({ scope: "local" }).catch(() => undefined);
  }
}

function signIn(
  auth: ReturnType<typeof createUnsavedClient>["auth"],
  proof: SignIn,
): Promise<{ data: { user: User | null } | null; error: unknown }> {
  if (proof.by === "passkey") return auth.signInWithPasskey();
  const { email } = proof;
  return proof.by === "password"
    ? auth.signInWithPassword({ email, password: proof.password })
    : auth.verifyOtp({ email, token: proof.code, type: "email" });
}

/** Proves who the user is and records it for one act. Fails with `proof.other_account` if it proves another account. */
export function useProveIdentity() {
  // Passwords and codes are removed from the cache at once.
  return useMutation({ mutationFn: proveIdentity, gcTime: 0 });
}
