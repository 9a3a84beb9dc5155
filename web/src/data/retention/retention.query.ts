import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { retentionKeys } from "./keys.ts";
import type { Retention } from "./retention.models.ts";

async function fetchRetention(requestId: string, signal: AbortSignal): Promise<Retention> {
  const { data, error } = await dataClient()
    .rpc("request_retention", { request: requestId })
    .abortSignal(signal)
    .single();
  if (error) throw toAppError(error);
  return {
    days: data.days,
    sensitiveDays: data.sensitive_days,
    endedAt: data.ended_at,
    eraseAt: data.erase_at,
    erasedAt: data.erased_at,
    deletedAt: data.deleted_at,
  };
}

/** Retention of a request's files and answers, as a member reads it. */
export function retentionOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: retentionKeys.ofRequest(requestId),
    queryFn: ({ signal }) => fetchRetention(requestId, signal),
  });
}

/** The same, as a recipient reads it. */
export function receivedRetentionOptions({ requestId }: { requestId: string }) {
  return queryOptions({
    queryKey: retentionKeys.ofReceived(requestId),
    queryFn: ({ signal }) => fetchRetention(requestId, signal),
  });
}
