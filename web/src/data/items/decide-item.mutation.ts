import type { Decision, FileVerdict } from "@sheaf/contract/states";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { eventKeys } from "../events/keys.ts";
import { sharedKeys } from "../shared-keys.ts";

/** One file's part in a decision. */
export interface VerdictOnFile {
  id: string;
  verdict: FileVerdict;
  /** Required for a returned file. */
  reason?: string;
}

export interface ItemDecision {
  itemId: string;
  /** The revision that the user saw. */
  revision: number;
  decision: Decision;
  /** Required for a return that returns no file; a note on a decision without an answer. */
  reason: string;
  /** Only with a decision about what was sent. A file that isn't named is accepted with its item. */
  files?: readonly VerdictOnFile[] | undefined;
}

/** Resolves to the item's new revision. Fails with `item.stale` if the item has changed since. */
async function decideItem({ itemId, revision, decision, reason, files }: ItemDecision): Promise<number> {
  const { data, error } = await dataClient().rpc("decide_item", {
    item: itemId,
    revision,
    decision,
    reason,
    ...(files && { files: files.map((file) => ({ ...file })) }),
  });
  if (error) throw toAppError(error);
  return data;
}

/** Decides on an item. Refetches also after a failure, because the page may have been out of date. */
export function useDecideItem() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: decideItem,
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: sharedKeys.requests }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
