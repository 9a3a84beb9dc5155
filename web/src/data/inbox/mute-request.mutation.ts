import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { inboxKeys } from "./keys.ts";

interface Muting {
  requestId: string;
  isMuted: boolean;
}

async function muteRequest({ requestId, isMuted }: Muting): Promise<void> {
  const { error } = await dataClient().rpc("mute_request", { request: requestId, muted: isMuted });
  if (error) throw toAppError(error);
}

/** Stops Sheaf's emails to the recipient about one request, or has them sent again. */
export function useMuteRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: muteRequest,
    onSuccess: () => cache.invalidateQueries({ queryKey: inboxKeys.all() }),
  });
}
