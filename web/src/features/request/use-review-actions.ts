import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { filePreviewOptions } from "../../data/files/file-preview.query.ts";
import { type ErrorSentences, errorSentences } from "../../lib/errors.ts";
import { saveBlob } from "../../lib/save-blob.ts";
import { useShortcuts } from "../../lib/shortcuts.ts";
import type { ReviewEntry } from "./review-queue.models.ts";
import type { ItemDecisions, MadeDecision } from "./use-decision.ts";

export interface ReviewActionsOptions {
  entry: ReviewEntry;
  /** Whether the request still takes decisions. */
  isOpen: boolean;
  decisions: ItemDecisions;
  /** The decision made last in this review, to be taken back. */
  last: MadeDecision | null;
  previous: ReviewEntry | undefined;
  next: ReviewEntry | undefined;
  onShow: (entry: ReviewEntry | undefined) => void;
}

/** Everything that can be done with what is shown, by button or by the keys of the dialog around `within`. */
export function useReviewActions(options: ReviewActionsOptions, within: RefObject<HTMLElement | null>) {
  const { entry, isOpen, decisions, last, previous, next, onShow } = options;
  const { item, file } = entry;
  const cache = useQueryClient();
  const [panel, setPanel] = useState<"return" | "keys" | null>(null);
  const [problem, setProblem] = useState<ErrorSentences | null>(null);
  const waits = isOpen && item.state === "submitted";

  const show = (target: ReviewEntry | undefined) => {
    setPanel(null);
    setProblem(null);
    onShow(target);
  };
  const actions = {
    showNext: () => show(next),
    showPrevious: () => show(previous),
    accept: () => {
      if (waits && !decisions.isBusyWith(item.id)) void decisions.decide(item, "accept");
    },
    startReturn: () => {
      if (waits) setPanel("return");
    },
    returnWith: async (reason: string) => {
      const worked = await decisions.decide(item, "return", reason);
      // A refused return keeps the form, and with it the words.
      if (worked) setPanel(null);
    },
    undo: () => {
      if (last) void decisions.undo(last);
    },
    download: async () => {
      if (!file) return;
      try {
        const { content } = await cache.ensureQueryData(filePreviewOptions(file));
        saveBlob(content, file.name);
      } catch (error) {
        setProblem(errorSentences(error));
      }
    },
    closePanel: () => setPanel(null),
  };

  useShortcuts(
    {
      j: actions.showNext,
      k: actions.showPrevious,
      ArrowRight: actions.showNext,
      ArrowLeft: actions.showPrevious,
      a: actions.accept,
      r: actions.startReturn,
      u: actions.undo,
      d: () => void actions.download(),
      "?": () => setPanel(panel === "keys" ? null : "keys"),
    },
    { within },
  );
  return { ...actions, panel, waits, failure: decisions.failureOf(item.id) ?? problem };
}
