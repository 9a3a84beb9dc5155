import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toAppError } from "../../lib/errors.ts";
import { dataClient } from "../../lib/data-client.ts";
import { eventKeys } from "../events/keys.ts";
import { sharedKeys } from "../shared-keys.ts";

export interface DecisionToUndo {
  itemId: string;
  /** The item's revision after the decision. */
  revision: number;
}

async function undoDecision({ itemId, revision }: DecisionToUndo): Promise<number> {
  const { data, error } = await dataClient().rpc("undo_decision", { item: itemId, revision });
  if (error) throw toAppError(error);
  return data;
}

/** Makes an item wait for review again, which reopens a request that was done. */
export function useUndoDecision() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: undoDecision,
    onSettled: () =>
      Promise.all([
        cache.invalidateQueries({ queryKey: sharedKeys.requests }),
        cache.invalidateQueries({ queryKey: eventKeys.all() }),
      ]),
  });
}
