import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { useSetFileAside } from "../../../data/files/set-file-aside.mutation.ts";
import { filePreviewOptions } from "../../../data/files/file-preview.query.ts";
import { type ErrorSentences, errorSentences } from "../../../lib/errors.ts";
import { saveBlob } from "../../../lib/save-blob.ts";
import { useShortcuts } from "../../../lib/shortcuts.ts";
import { type ReviewEntry, unopenedFiles } from "./review-queue.models.ts";
import type { ItemDecisions, MadeDecision } from "./use-decision.ts";
import type { ReviewProgress } from "./use-review-progress.ts";
import { keptFiles, markedFiles, verdictsOfMarks, verdictsOfReturn } from "./verdicts.models.ts";

/** `mark` asks why a file is returned; `marked` and `unopened` say what stands in the way of a decision. */
type ReviewPanel = "return" | "mark" | "marked" | "unopened" | "keys";

export interface ReviewActionsOptions {
  entry: ReviewEntry;
  /** False for a request that takes no more decisions. */
  isOpen: boolean;
  decisions: ItemDecisions;
  /** The latest decision of this review, for "Undo". */
  last: MadeDecision | null;
  previous: ReviewEntry | undefined;
  next: ReviewEntry | undefined;
  progress: ReviewProgress;
  onShow: (entry: ReviewEntry | undefined) => void;
}

/** Share of the window that Page Down scrolls by, so that the last lines stay in view. */
const pageOverlap = 0.9;

/** Actions on the shown entry, for buttons and for the shortcuts of the dialog around `within`. */
export function useReviewActions(options: ReviewActionsOptions, within: RefObject<HTMLElement | null>) {
  const { entry, isOpen, decisions, last, previous, next, progress, onShow } = options;
  const { item, file } = entry;
  const { opened, marks } = progress;
  const cache = useQueryClient();
  const setFileAside = useSetFileAside();
  const [panel, setPanel] = useState<ReviewPanel | null>(null);
  const [problem, setProblem] = useState<ErrorSentences | null>(null);
  const waits = isOpen && item.state === "submitted";
  const marked = markedFiles(item, marks);
  const kept = keptFiles(item, marks);
  const isMarked = marked.some(({ id }) => id === file?.id);
  const isReturnable =
    waits && (isMarked || (marked.length + kept.length > 1 && kept.some(({ id }) => id === file?.id)));
  const unopened = unopenedFiles(
    kept.filter(({ verdict }) => verdict === null),
    opened,
  );

  const show = (target: ReviewEntry | undefined) => {
    setPanel(null);
    setProblem(null);
    onShow(target);
  };
  /** Asks once more if files would be accepted that nobody has looked at. */
  const isChecked = () => {
    const asks = unopened.length > 0 && panel !== "unopened";
    setPanel(asks ? "unopened" : null);
    return !asks;
  };
  const actions = {
    showNext: () => show(next),
    showPrevious: () => show(previous),
    accept: () => {
      if (!waits || decisions.isBusyWith(item.id)) return;
      if (marked.length > 0) setPanel("marked");
      else if (isChecked()) void decisions.decide(item, "accept");
    },
    startReturn: () => {
      if (!waits || decisions.isBusyWith(item.id)) return;
      if (marked.length === 0) setPanel("return");
      else if (isChecked()) void decisions.decide(item, "return", { files: verdictsOfMarks(item, marks) });
    },
    returnWith: async (reason: string, keepsFiles: boolean) => {
      const files = verdictsOfReturn(item, { reason, keepsFiles });
      const worked = await decisions.decide(item, "return", { reason, files });
      // After a failure the form stays, so the reason is not lost.
      if (worked) setPanel(null);
    },
    toggleMark: () => {
      if (!file || !isReturnable) return;
      if (isMarked) progress.mark(file.id, null);
      setPanel(isMarked ? null : "mark");
    },
    markWith: (reason: string) => {
      if (!file) return;
      progress.mark(file.id, reason);
      setPanel(null);
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
    toggleAside: async () => {
      if (!file || !isOpen || setFileAside.isPending) return;
      setProblem(null);
      try {
        await setFileAside.mutateAsync({ fileId: file.id, aside: !file.isSetAside });
      } catch (error) {
        setProblem(errorSentences(error));
      }
    },
    closePanel: () => setPanel(null),
    scroll: (windows: number) => {
      const scrolled = within.current?.closest("dialog")?.querySelector("[data-scrolls]");
      scrolled?.scrollBy({ top: windows * scrolled.clientHeight });
    },
  };

  useShortcuts(
    {
      j: actions.showNext,
      k: actions.showPrevious,
      ArrowRight: actions.showNext,
      ArrowLeft: actions.showPrevious,
      PageDown: () => actions.scroll(pageOverlap),
      PageUp: () => actions.scroll(-pageOverlap),
      a: actions.accept,
      r: actions.startReturn,
      x: actions.toggleMark,
      u: actions.undo,
      s: () => void actions.toggleAside(),
      d: () => void actions.download(),
      "?": () => setPanel(panel === "keys" ? null : "keys"),
    },
    { within },
  );
  return {
    ...actions,
    panel,
    waits,
    marked,
    kept,
    isMarked,
    isReturnable,
    unopened,
    isSettingAside: setFileAside.isPending,
    failure: decisions.failureOf(item.id) ?? problem,
  };
}

export type ReviewActions = ReturnType<typeof useReviewActions>;
