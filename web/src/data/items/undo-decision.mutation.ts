import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import { eventKeys } from "../events/keys.ts";
import { requestKeys } from "../requests/keys.ts";

export interface DecisionToUndo {
  itemId: string;
  /** The revision that the decision made. */
  revision: number;
}

async function undoDecision({ itemId, revision }: DecisionToUndo): Promise<number> {
  const { data, error } = await platformClient().rpc("undo_decision", { item: itemId, revision });
  if (error) throw toAppError(error);
  return data;
}

/** Puts an item back to how it waited for review; a request that was done is open again. */
export function useUndoDecision() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: undoDecision,
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: requestKeys.all() }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
