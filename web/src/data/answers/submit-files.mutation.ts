import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { inboxKeys } from "../inbox/keys.ts";

export interface FilesToSubmit {
  itemId: string;
  /** The revision that the user saw. */
  revision: number;
}

/**
 * Resolves to the item's new revision.
 *
 * @throws AppError `item.stale`, `item.locked`, `request.closed`, `request.paused`, `not_found`.
 */
async function submitFiles({ itemId, revision }: FilesToSubmit): Promise<number> {
  const { data, error } = await dataClient().rpc("submit_files", { item: itemId, revision });
  if (error) throw toAppError(error);
  return data;
}

/** Submits an item with fewer files than expected. Refetches also after a failure, because the page may have been out of date. */
export function useSubmitFiles() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: submitFiles,
    onSettled: () => cache.invalidateQueries({ queryKey: inboxKeys.all() }),
  });
}
