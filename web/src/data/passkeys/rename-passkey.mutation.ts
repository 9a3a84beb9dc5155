import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { passkeyKeys } from "./keys.ts";

async function renamePasskey({ id, name }: { id: string; name: string }): Promise<void> {
  const { error } = await platformClient().auth.passkey.update({ passkeyId: id, friendlyName: name });
  if (error) throw toAppError(error);
}

export function useRenamePasskey() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: renamePasskey,
    onSettled: () => cache.invalidateQueries({ queryKey: passkeyKeys.all() }),
  });
}
