import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toPasskeyError } from "../../lib/auth/passkey-error.ts";
import { platformClient } from "../../lib/platform.ts";
import { passkeyKeys } from "./keys.ts";

/** Creates a passkey with the browser's own dialog; resolves to its id. */
async function addPasskey(): Promise<{ id: string }> {
  const { data, error } = await platformClient().auth.registerPasskey();
  if (error) throw toPasskeyError(error);
  return { id: data.id };
}

export function useAddPasskey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: addPasskey,
    onSettled: () => cache.invalidateQueries({ queryKey: passkeyKeys.all() }),
  });
}
