import { useMutation } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";

async function sendUpdate({ requestId }: { requestId: string }): Promise<void> {
  const { error } = await dataClient().rpc("send_update", { request: requestId });
  if (error) throw toAppError(error);
}

/** Emails the recipients at once about what was returned or changed, instead of ten minutes after the first. */
export function useSendUpdate() {
  return useMutation({ mutationFn: sendUpdate });
}
