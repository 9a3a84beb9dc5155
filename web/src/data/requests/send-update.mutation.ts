import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "./keys.ts";

async function sendUpdate({ requestId }: { requestId: string }): Promise<void> {
  const { error } = await dataClient().rpc("send_update", { request: requestId });
  if (error) throw toAppError(error);
}

/** Emails the recipients at once about what was returned or changed, instead of ten minutes after the first. */
export function useSendUpdate() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: sendUpdate,
    onSuccess: (_, { requestId }) =>
      cache.invalidateQueries({ queryKey: requestKeys.updateLeaves(requestId) }),
  });
}
