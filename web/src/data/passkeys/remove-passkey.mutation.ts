import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { passkeyKeys } from "./keys.ts";

/** One that is gone already is no failure: gone is what was asked for. */
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
