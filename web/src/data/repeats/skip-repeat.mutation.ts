import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { requestKeys } from "../requests/keys.ts";

async function skipRepeat({ requestId, day }: { requestId: string; day: string }): Promise<void> {
  const { error } = await dataClient().rpc("skip_repeat", { request: requestId, day });
  if (error) throw toAppError(error);
}

/** Sends nothing on the next day of a repeat. */
export function useSkipRepeat() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: skipRepeat,
    onSuccess: (_, { requestId }) => cache.invalidateQueries({ queryKey: requestKeys.detail(requestId) }),
  });
}
