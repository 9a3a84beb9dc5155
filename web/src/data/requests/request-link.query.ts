import { queryOptions } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { requestKeys } from "./keys.ts";

/** Null for a draft: sending creates the link. */
async function fetchLinkToken(id: string, signal: AbortSignal): Promise<string | null> {
  const { data, error } = await dataClient()
    .from("request_links")
    .select("token")
    .eq("request_id", id)
    .abortSignal(signal)
    .maybeSingle();
  if (error) throw toAppError(error);
  return data?.token ?? null;
}

/** Token of the request's permanent link, which only members of its workspace may read. */
export function requestLinkOptions({ id }: { id: string }) {
  return queryOptions({
    queryKey: requestKeys.link(id),
    queryFn: ({ signal }) => fetchLinkToken(id, signal),
  });
}
