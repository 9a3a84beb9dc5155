import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { eventKeys } from "../events/keys.ts";
import { requestKeys } from "./keys.ts";

async function sendRequest({ requestId }: { requestId: string }): Promise<void> {
  const { error } = await platformClient().rpc("send_request", { request: requestId });
  if (error) throw toAppError(error);
}

/** Opens a draft to its recipients and creates its link. */
export function useSendRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: sendRequest,
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: requestKeys.all() }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
