import { useMutation, useQueryClient } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { eventKeys } from "../events/keys.ts";
import { requestKeys } from "../requests/keys.ts";

interface RequestRetentionInput {
  requestId: string;
  /** Fewer than before. */
  days: number;
}

async function setRequestRetention({ requestId, days }: RequestRetentionInput): Promise<void> {
  const { error } = await dataClient().rpc("set_request_retention", { request: requestId, days });
  if (error) throw toAppError(error);
}

/** Keeps what arrives for one request for fewer days. */
export function useSetRequestRetention() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: setRequestRetention,
    onSuccess: (_, { requestId }) =>
      Promise.all([
        cache.invalidateQueries({ queryKey: requestKeys.detail(requestId) }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
