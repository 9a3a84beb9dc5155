import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { memberEmailKeys } from "./keys.ts";

async function stopAllEmail({ isStopped }: { isStopped: boolean }): Promise<void> {
  const { error } = await dataClient().rpc("stop_all_email", { stopped: isStopped });
  if (error) throw toAppError(error);
}

/** Ends all email to the signed-in user's address except codes and security notices, or allows it again. */
export function useStopAllEmail() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: stopAllEmail,
    onSuccess: () => cache.invalidateQueries({ queryKey: memberEmailKeys.all() }),
  });
}
