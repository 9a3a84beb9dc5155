import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { timeZone } from "../../lib/dates.ts";
import { inboxKeys } from "./keys.ts";

interface Visit {
  requestId: string;
  userId: string;
}

async function visitRequest({ requestId }: Visit): Promise<void> {
  const { error } = await dataClient().rpc("visit_request", {
    request: requestId,
    zone: timeZone(),
  });
  if (error) throw toAppError(error);
}

/** Records that the recipient looks at the request. Changes since the visit before are marked. */
export function useVisitRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: visitRequest,
    onSuccess: (_, { requestId, userId }) =>
      cache.invalidateQueries({ queryKey: inboxKeys.request(requestId, userId) }),
  });
}
