import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { eventKeys } from "../events/keys.ts";
import { requestKeys } from "./keys.ts";

async function cancelRequest({ requestId }: { requestId: string }): Promise<void> {
  const { error } = await platformClient().rpc("cancel_request", { request: requestId });
  if (error) throw toAppError(error);
}

/** Cancels a draft or an open request. Recipients can no longer answer it. */
export function useCancelRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: cancelRequest,
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: requestKeys.all() }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
