import { useState } from "react";
import type { Decision } from "@sheaf/contract/states";
import { useDecideItem, type VerdictOnFile } from "../../../data/items/decide-item.mutation.ts";
import type { Item } from "../../../data/items/item.models.ts";
import { useUndoDecision } from "../../../data/items/undo-decision.mutation.ts";
import { type ErrorSentences, errorSentences } from "../../../lib/errors.ts";

/** A completed decision with everything needed to undo it. */
export interface MadeDecision {
  itemId: string;
  title: string;
  decision: Decision;
  /** The item's revision after the decision. */
  revision: number;
}

interface DecisionDetails {
  /** Of a return, or a note on a decision without an answer. */
  reason?: string;
  files?: readonly VerdictOnFile[];
}

interface DecisionOptions {
  onDecided: (made: MadeDecision) => void;
  onUndone?: (itemId: string) => void;
}

/** Makes and undoes decisions. Remembers the last failure and its item. */
export function useDecision({ onDecided, onUndone }: DecisionOptions) {
  const decideItem = useDecideItem();
  const undoDecision = useUndoDecision();
  const [busyItems, setBusyItems] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<{ itemId: string; error: ErrorSentences } | null>(null);

  /** Resolves to false after a failure. */
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
    decide: (item: Item, decision: Decision, { reason = "", files }: DecisionDetails = {}) =>
      attempt(item.id, async () => {
        const { id: itemId, title, revision: seen } = item;
        const revision = await decideItem.mutateAsync({ itemId, revision: seen, decision, reason, files });
        onDecided({ itemId, title, decision, revision });
      }),
    undo: ({ itemId, revision }: Pick<MadeDecision, "itemId" | "revision">) =>
      attempt(itemId, async () => {
        await undoDecision.mutateAsync({ itemId, revision });
        onUndone?.(itemId);
      }),
    isBusyWith: (itemId: string) => busyItems.includes(itemId),
    failureOf: (itemId: string) => (failure?.itemId === itemId ? failure.error : null),
  };
}

export type ItemDecisions = ReturnType<typeof useDecision>;

const done: Readonly<Record<Decision, string>> = {
  accept: "accepted",
  return: "returned",
  waive: "marked as not needed",
  receive_elsewhere: "marked as received another way",
};

/** "Payslips accepted" */
export function decisionText({ title, decision }: MadeDecision): string {
  return `${title} ${done[decision]}`;
}
