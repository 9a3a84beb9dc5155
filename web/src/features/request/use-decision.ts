import { useState } from "react";
import { type Decision, useDecideItem } from "../../data/items/decide-item.mutation.ts";
import type { Item } from "../../data/items/item.models.ts";
import { useUndoDecision } from "../../data/items/undo-decision.mutation.ts";
import { type ErrorSentences, errorSentences } from "../../lib/errors.ts";

/** A decision that was made, with all that is needed to take it back. */
export interface MadeDecision {
  itemId: string;
  title: string;
  decision: Decision;
  /** The revision that the decision made. */
  revision: number;
}

interface DecisionOptions {
  onDecided: (made: MadeDecision) => void;
  onUndone?: () => void;
}

/** Decides about items and takes decisions back; keeps in words why the last attempt failed, and about which item. */
export function useDecision({ onDecided, onUndone }: DecisionOptions) {
  const decideItem = useDecideItem();
  const undoDecision = useUndoDecision();
  const [busyItems, setBusyItems] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<{ itemId: string; error: ErrorSentences } | null>(null);

  /** Whether it worked. */
  const attempt = async (itemId: string, work: () => Promise<void>): Promise<boolean> => {
    setFailure(null);
    setBusyItems((items) => [...items, itemId]);
    try {
      await work();
      return true;
    } catch (error) {
      setFailure({ itemId, error: errorSentences(error) });
      return false;
    } finally {
      setBusyItems((items) => items.toSpliced(items.indexOf(itemId), 1));
    }
  };

  return {
    decide: (item: Item, decision: Decision, reason = "") =>
      attempt(item.id, async () => {
        const { id: itemId, title, revision: seen } = item;
        const revision = await decideItem.mutateAsync({ itemId, revision: seen, decision, reason });
        onDecided({ itemId, title, decision, revision });
      }),
    undo: ({ itemId, revision }: Pick<MadeDecision, "itemId" | "revision">) =>
      attempt(itemId, async () => {
        await undoDecision.mutateAsync({ itemId, revision });
        onUndone?.();
      }),
    isBusyWith: (itemId: string) => busyItems.includes(itemId),
    failureOf: (itemId: string) => (failure?.itemId === itemId ? failure.error : null),
  };
}

export type ItemDecisions = ReturnType<typeof useDecision>;

/** What was done, for the line that offers to take it back. */
export function decisionWords({ title, decision }: MadeDecision): string {
  return decision === "accept" ? `${title} accepted` : `${title} returned`;
}
