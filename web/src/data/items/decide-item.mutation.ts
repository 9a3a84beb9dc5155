import type { Decision } from "@sheaf/contract/states";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { eventKeys } from "../events/keys.ts";
import { requestKeys } from "../requests/keys.ts";

export interface ItemDecision {
  itemId: string;
  /** The revision that the user saw. */
  revision: number;
  decision: Decision;
  /** Required for a return. */
  reason: string;
}

/** Resolves to the item's new revision. Fails with `item.stale` if the item has changed since. */
async function decideItem({ itemId, revision, decision, reason }: ItemDecision): Promise<number> {
  const { data, error } = await platformClient().rpc("decide_item", {
    item: itemId,
    revision,
    decision,
    reason,
  });
  if (error) throw toAppError(error);
  return data;
}

/** Accepts or returns an item. Refetches also after a failure, because the page may have been out of date. */
export function useDecideItem() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: decideItem,
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: requestKeys.all() }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
