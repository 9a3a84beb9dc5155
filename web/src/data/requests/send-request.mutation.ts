import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { eventKeys } from "../events/keys.ts";
import { requestKeys } from "./keys.ts";

interface SendInput {
  requestId: string;
  /** Sheaf emails the link to the recipients. */
  isInviting: boolean;
}

async function sendRequest({ requestId, isInviting }: SendInput): Promise<void> {
  const { error } = await dataClient().rpc("send_request", { request: requestId, invite: isInviting });
  if (error) throw toAppError(error);
}

/** Opens a draft to its recipients and creates its link. */
export function useSendRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: sendRequest,
    onSuccess: (_, { requestId }) =>
      Promise.all([
        // Its page leads drafts to the editor, so it must not find the draft that was read for saving.
        cache.invalidateQueries({ queryKey: requestKeys.detail(requestId), refetchType: "all" }),
        cache.invalidateQueries({ queryKey: requestKeys.all() }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
