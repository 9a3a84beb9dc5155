import { useState } from "react";
import type { Item } from "../../../data/items/item.models.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { ReviewFooter } from "./review-footer.tsx";
import {
  entryAt,
  filesAhead,
  itemPlace,
  neighbour,
  nextToReview,
  type ReviewEntry,
  toEntries,
} from "./review-queue.models.ts";
import { resultText } from "./review-result.models.ts";
import { ReviewStage } from "./review-stage.tsx";
import { type MadeDecision, useDecision } from "./use-decision.ts";
import type { ReviewProgress } from "./use-review-progress.ts";

export interface ShownEntry {
  key: string;
  itemId: string;
}

interface ReviewDialogProps {
  items: readonly Item[];
  workspaceName: string;
  progress: ReviewProgress;
  /** False for a request that takes no more decisions. */
  isOpen: boolean;
  shown: ShownEntry;
  onShow: (entry: ShownEntry) => void;
  onClose: () => void;
}

/** Shows one file at a time. A decision moves on to the next item that waits for review. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { items, workspaceName, progress, isOpen, shown, onShow, onClose } = props;
  const [made, setMade] = useState<readonly MadeDecision[]>([]);
  const [last, setLast] = useState<MadeDecision | null>(null);
  const entries = toEntries(items);
  const entry = entryAt(entries, shown);
  const show = (next: ReviewEntry | undefined) => next && onShow({ key: next.key, itemId: next.item.id });
  const decisions = useDecision({
    onDecided: (decision) => {
      setLast(decision);
      setMade((before) => [...before.filter(({ itemId }) => itemId !== decision.itemId), decision]);
      show(nextToReview(entries, decision.itemId));
    },
    onUndone: () => {
      show(entries.find(({ item }) => item.id === last?.itemId));
      setMade((before) => before.filter(({ itemId }) => itemId !== last?.itemId));
      setLast(null);
    },
  });

  if (!entry) return null;
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={entry.file?.name ?? "Their answer"}
      footer={
        <ReviewFooter
          entry={entry}
          isOpen={isOpen}
          decisions={decisions}
          last={last}
          result={resultText(made)}
          previous={neighbour(entries, entry.key, -1)}
          next={neighbour(entries, entry.key, 1)}
          progress={progress}
          hasMore={nextToReview(entries) !== undefined}
          onClose={onClose}
          onShow={show}
        />
      }
    >
      <ReviewStage
        entry={entry}
        itemPlace={itemPlace(entries, entry)}
        ahead={filesAhead(entries, entry)}
        workspaceName={workspaceName}
        marks={progress.marks}
      />
    </Dialog>
  );
}
