import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { eventKeys } from "../events/keys.ts";
import { requestKeys } from "../requests/keys.ts";

export type Decision = "accept" | "return";

export interface ItemDecision {
  itemId: string;
  /** The revision that the person looked at. */
  revision: number;
  decision: Decision;
  /** Required for a return. */
  reason: string;
}

/** Answers the item's new revision; `item.stale` when it changed since. */
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

/** Accepts or returns an item. Settled either way, the request is read anew: a stale refusal is a reason to look again. */
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
