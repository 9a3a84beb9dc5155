import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { authUserKeys } from "../auth-user/keys.ts";

/** Idempotent: removing what no longer exists succeeds. */
async function unlinkIdentity({ id }: { id: string }): Promise<void> {
  const { auth } = platformClient();
  const { data, error: unread } = await auth.getUserIdentities();
  if (unread) throw toAppError(unread);
  const identity = data.identities.find(({ identity_id }) => identity_id === id);
  if (!identity) return;
  const { error } = await auth.unlinkIdentity(identity);
  if (error) throw toAppError(error);
}

export function useUnlinkIdentity() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: unlinkIdentity,
    onSettled: () => cache.invalidateQueries({ queryKey: authUserKeys.all() }),
  });
}
