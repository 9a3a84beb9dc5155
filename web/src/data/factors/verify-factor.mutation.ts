import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { authUserKeys } from "../auth-user/keys.ts";

/** Digits of the codes that authenticator apps show. */
export const factorCodeLength = 6;

export interface FactorCode {
  factorId: string;
  code: string;
}

/** Challenge and verification in one call: Auth requires both from the same network address. */
export async function verifyFactor({ factorId, code }: FactorCode): Promise<void> {
  const { error } = await platformClient().auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw toAppError(error);
}

/** Verifies a code of a new or existing factor; raises the session to `aal2`. */
export function useVerifyFactor() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: verifyFactor,
    onSuccess: () => cache.invalidateQueries({ queryKey: authUserKeys.all() }),
  });
}
