import { queryOptions } from "@tanstack/react-query";
import { dataClient } from "../../lib/data-client.ts";
import { toAppError } from "../../lib/errors.ts";
import { type Bulk, toBulk } from "./bulk.models.ts";
import { bulkKeys } from "./keys.ts";

async function fetchBulk(job: string, signal: AbortSignal): Promise<Bulk> {
  const { data, error } = await dataClient()
    .rpc("bulk_details", { job }, { get: true })
    .abortSignal(signal)
    .single();
  if (error) throw toAppError(error);
  return toBulk(data);
}

/** The progress of a bulk send. */
export function bulkOptions({ id }: { id: string }) {
  return queryOptions({
    queryKey: bulkKeys.detail(id),
    queryFn: ({ signal }) => fetchBulk(id, signal),
  });
}
