import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { useSetFileAside } from "../../../data/files/set-file-aside.mutation.ts";
import { filePreviewOptions } from "../../../data/files/file-preview.query.ts";
import { type ErrorSentences, errorSentences } from "../../../lib/errors.ts";
import { saveBlob } from "../../../lib/save-blob.ts";
import { useShortcuts } from "../../../lib/shortcuts.ts";
import type { ReviewEntry } from "./review-queue.models.ts";
import type { ItemDecisions, MadeDecision } from "./use-decision.ts";

export interface ReviewActionsOptions {
  entry: ReviewEntry;
  /** False for a request that takes no more decisions. */
  isOpen: boolean;
  decisions: ItemDecisions;
  /** The latest decision of this review, for "Undo". */
  last: MadeDecision | null;
  previous: ReviewEntry | undefined;
  next: ReviewEntry | undefined;
  /** Names of the item's files that have not been shown yet. */
  unopened: readonly string[];
  onShow: (entry: ReviewEntry | undefined) => void;
}

/** Share of the window that Page Down scrolls by, so that the last lines stay in view. */
const pageOverlap = 0.9;

/** Actions on the shown entry, for buttons and for the shortcuts of the dialog around `within`. */
export function useReviewActions(options: ReviewActionsOptions, within: RefObject<HTMLElement | null>) {
  const { entry, isOpen, decisions, last, previous, next, unopened, onShow } = options;
  const { item, file } = entry;
  const cache = useQueryClient();
  const setFileAside = useSetFileAside();
  const [panel, setPanel] = useState<"return" | "keys" | "unopened" | null>(null);
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
      if (!waits || decisions.isBusyWith(item.id)) return;
      if (unopened.length > 0 && panel !== "unopened") {
        setPanel("unopened");
        return;
      }
      setPanel(null);
      void decisions.decide(item, "accept");
    },
    startReturn: () => {
      if (waits) setPanel("return");
    },
    returnWith: async (reason: string) => {
      const worked = await decisions.decide(item, "return", reason);
      // After a failure the form stays, so the reason is not lost.
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
    isSettingAside: setFileAside.isPending,
    failure: decisions.failureOf(item.id) ?? problem,
  };
}
