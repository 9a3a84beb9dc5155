import { useState } from "react";
import type { Item } from "../../../data/items/item.models.ts";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { ReviewFooter } from "./review-footer.tsx";
import {
  entryAt,
  filesAhead,
  neighbour,
  nextToReview,
  type ReviewEntry,
  toEntries,
  unopenedFiles,
} from "./review-queue.models.ts";
import { ReviewStage } from "./review-stage.tsx";
import { type MadeDecision, useDecision } from "./use-decision.ts";

export interface ShownEntry {
  key: string;
  itemId: string;
}

interface ReviewDialogProps {
  items: readonly Item[];
  /** False for a request that takes no more decisions. */
  isOpen: boolean;
  shown: ShownEntry;
  onShow: (entry: ShownEntry) => void;
  onClose: () => void;
}

/** Shows one file at a time. A decision moves on to the next item that waits for review. */
export function ReviewDialog({ items, isOpen, shown, onShow, onClose }: ReviewDialogProps) {
  const [last, setLast] = useState<MadeDecision | null>(null);
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([shown.key]));
  if (!opened.has(shown.key)) setOpened(new Set([...opened, shown.key]));
  const entries = toEntries(items);
  const entry = entryAt(entries, shown);
  const show = (next: ReviewEntry | undefined) => next && onShow({ key: next.key, itemId: next.item.id });
  const decisions = useDecision({
    onDecided: (made) => {
      setLast(made);
      show(nextToReview(entries, made.itemId));
    },
    onUndone: () => {
      show(entries.find(({ item }) => item.id === last?.itemId));
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
          previous={neighbour(entries, entry.key, -1)}
          next={neighbour(entries, entry.key, 1)}
          unopened={unopenedFiles(entry.item, opened)}
          hasMore={nextToReview(entries) !== undefined}
          onClose={onClose}
          onShow={show}
        />
      }
    >
      <ReviewStage entry={entry} ahead={filesAhead(entries, entry)} />
    </Dialog>
  );
}
