import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { passkeyKeys } from "./keys.ts";

/** Idempotent: removing what no longer exists succeeds. */
async function removePasskey({ id }: { id: string }): Promise<void> {
  const { error } = await platformClient().auth.passkey.delete({ passkeyId: id });
  if (!error) return;
  const failure = toAppError(error);
  if (failure.code !== "webauthn_credential_not_found") throw failure;
}

export function useRemovePasskey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: removePasskey,
    onSettled: () => cache.invalidateQueries({ queryKey: passkeyKeys.all() }),
  });
}
