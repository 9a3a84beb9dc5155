import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { authUserKeys } from "../auth-user/keys.ts";
import { refreshSession } from "./refresh-session.mutation.ts";

/** One that is gone already is no failure: gone is what was asked for. */
export async function deleteFactor({ factorId }: { factorId: string }): Promise<void> {
  const { error } = await platformClient().auth.mfa.unenroll({ factorId });
  if (!error) return;
  const failure = toAppError(error);
  if (failure.code !== "mfa_factor_not_found") throw failure;
}

/** Removes a second factor. What this session has shown falls with it, so the session is renewed at once. */
export function useRemoveFactor() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (options: { factorId: string }) => {
      await deleteFactor(options);
      // The factor is gone whatever becomes of this; without it the session tells the old story until it is renewed.
      await refreshSession().catch(() => undefined);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: authUserKeys.all() }),
  });
}
