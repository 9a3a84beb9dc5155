import { queryOptions } from "@tanstack/react-query";
import { AppError, toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { requestKeys } from "./keys.ts";
import { requestColumns, toRequest, type Request } from "./request.models.ts";

/** Reads the whole checklist at once, so that counts, items and files are consistent. */
async function fetchRequest(id: string, signal: AbortSignal): Promise<Request> {
  const { data, error } = await dataClient()
    .rpc("request_details", { request: id }, { get: true })
    .select(requestColumns)
    .is("recipients.removed_at", null)
    .is("items.removed_at", null)
    .eq("items.files.status", "stored")
    .abortSignal(signal)
    .maybeSingle();
  if (error) throw toAppError(error);
  if (!data) throw new AppError("not_found");
  return toRequest(data);
}

/** Fails with `not_found` for a wrong id and for another workspace's request alike. */
export function requestOptions({ id }: { id: string }) {
  return queryOptions({
    queryKey: requestKeys.detail(id),
    queryFn: ({ signal }) => fetchRequest(id, signal),
  });
}
