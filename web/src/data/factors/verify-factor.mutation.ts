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

/** Challenge and answer in one go: the service wants both from the same network. */
async function verifyFactor({ factorId, code }: FactorCode): Promise<void> {
  const { error } = await platformClient().auth.mfa.challengeAndVerify({ factorId, code });
  if (error) throw toAppError(error);
}

/** Shows a second factor, a new one too; the session counts as proven twice from then on. */
export function useVerifyFactor() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: verifyFactor,
    onSuccess: () => cache.invalidateQueries({ queryKey: authUserKeys.all() }),
  });
}
