import type { RequestDraft } from "@sheaf/contract/request-draft";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { eventKeys } from "../events/keys.ts";
import { requestKeys } from "./keys.ts";

export interface RequestEdit {
  requestId: string;
  /** The revision that was edited. */
  revision: number;
  /** The fields to change. A list replaces the whole list; its entries keep their rows by id. */
  change: Partial<RequestDraft>;
}

export async function editRequest({ requestId, revision, change }: RequestEdit): Promise<number> {
  const { data, error } = await dataClient().rpc("edit_request", {
    request: requestId,
    revision,
    change,
  });
  if (error) throw toAppError(error);
  return data;
}

/** Changes a draft or a sent request. Resolves to its new revision; fails if someone else has changed it since. */
export function useEditRequest() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: editRequest,
    onSuccess: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: requestKeys.all() }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
