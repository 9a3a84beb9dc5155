import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { authUserKeys } from "../auth-user/keys.ts";
import { refreshSession } from "./refresh-session.mutation.ts";

/** Idempotent: removing what no longer exists succeeds. */
export async function deleteFactor({ factorId }: { factorId: string }): Promise<void> {
  const { error } = await platformClient().auth.mfa.unenroll({ factorId });
  if (!error) return;
  const failure = toAppError(error);
  if (failure.code !== "mfa_factor_not_found") throw failure;
}

/** Removes a second factor. This lowers the session's assurance level, so the session is refreshed immediately. */
export function useRemoveFactor() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async (options: { factorId: string }) => {
      await deleteFactor(options);
      // The factor is removed even if this fails; the session is then outdated until its next refresh.
      await refreshSession().catch(() => undefined);
    },
    onSettled: () => cache.invalidateQueries({ queryKey: authUserKeys.all() }),
  });
}
