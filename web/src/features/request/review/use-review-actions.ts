import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useState } from "react";
import { useSetFileAside } from "../../../data/files/set-file-aside.mutation.ts";
import { isToReview } from "../../../data/items/item.models.ts";
import { type ErrorSentences, errorSentences } from "../../../lib/errors.ts";
import { useShortcuts } from "../../../lib/shortcuts.ts";
import { saveFile } from "../../../steps/download/save-file.ts";
import type { FileViewControls } from "../../../steps/preview/use-file-view.ts";
import { entryAt, itemsOf, type ReviewEntry, unopenedFiles } from "./review-queue.models.ts";
import type { ItemDecisions, MadeDecision } from "./use-decision.ts";
import type { ReviewProgress } from "./use-review-progress.ts";
import { keptFiles, markedFiles, verdictsOfMarks, verdictsOfReturn } from "./verdicts.models.ts";

/** `mark` asks why a file is returned; `marked` and `unopened` say what stands in the way of a decision. */
type ReviewPanelState = "return" | "mark" | "marked" | "unopened" | "keys";

interface ReviewActionsOptions {
  entry: ReviewEntry;
  entries: readonly ReviewEntry[];
  /** False for a request that takes no more decisions. */
  isOpen: boolean;
  /** The result stands in the place of the file. */
  showsResult: boolean;
  decisions: ItemDecisions;
  /** The latest decision of this review, for "Undo". */
  last: MadeDecision | null;
  previous: ReviewEntry | undefined;
  next: ReviewEntry | undefined;
  progress: ReviewProgress;
  controls: FileViewControls;
  window: RefObject<HTMLElement | null>;
  onShow: (entry: ReviewEntry | undefined) => void;
  onCompare: () => void;
  onClose: () => void;
}

/** Share of the window that Page Down scrolls by, so that the last lines stay in view. */
const pageOverlap = 0.9;

/** Share of the window that an arrow key moves a zoomed page by. */
const panStep = 0.15;

/** Actions on the shown entry, for buttons and for the keyboard. */
export function useReviewActions(options: ReviewActionsOptions) {
  const { entry, entries, isOpen, showsResult, decisions, last, previous, next, progress, controls, window } =
    options;
  const { onShow, onCompare, onClose } = options;
  const { item, file } = entry;
  const { opened, marks } = progress;
  const cache = useQueryClient();
  const setFileAside = useSetFileAside();
  const [panel, setPanel] = useState<ReviewPanelState | null>(null);
  const [problem, setProblem] = useState<ErrorSentences | null>(null);
  const waits = isOpen && isToReview(item);
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
    if (!target) return;
    setPanel(null);
    setProblem(null);
    onShow(target);
  };
  const stepTo = (target: ReviewEntry | undefined) => target && (() => show(target));
  const showItem = (step: 1 | -1) => {
    const items = itemsOf(entries);
    const target = items[items.indexOf(item) + step];
    if (target) show(entryAt(entries, { itemId: target.id, fileId: undefined }));
  };
  /** Asks for confirmation before files are accepted that no member has opened. */
  const isChecked = () => {
    const asks = unopened.length > 0 && panel !== "unopened";
    setPanel(asks ? "unopened" : null);
    return !asks;
  };
  const actions = {
    show,
    showNext: stepTo(next),
    showPrevious: stepTo(previous),
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
        await saveFile(cache, file);
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
    openKeys: () => setPanel("keys"),
    closePanel: () => setPanel(null),
  };
  /** By shares of the window. */
  const scroll = (right: number, down: number) => {
    const scrolled = window.current?.querySelector("[data-scrolls]:not([inert] *)");
    // coordinate of a picture: the page under the window
    scrolled?.scrollBy({ left: right * scrolled.clientWidth, top: down * scrolled.clientHeight });
  };
  const isRightToLeft = document.dir === "rtl";
  const isZoomed = controls.view.zoom > 1 && !showsResult;

  /** Keys leave a file alone that isn't shown. */
  const onFile = (act: () => void) => () => {
    if (!showsResult) act();
  };
  const isWriting = panel === "return" || panel === "mark";
  /** A reason that is half written isn't lost by a click on the page and a key. */
  const move = (act: () => void) => () => {
    if (!isWriting) act();
  };

  useShortcuts({
    j: move(() => show(next)),
    k: move(() => show(previous)),
    // in both directions: the arrow that points onward shows the next file, and a page that is zoomed moves as it says
    ArrowRight: isZoomed ? () => scroll(panStep, 0) : move(() => show(isRightToLeft ? previous : next)),
    ArrowLeft: isZoomed ? () => scroll(-panStep, 0) : move(() => show(isRightToLeft ? next : previous)),
    ...(isZoomed && { ArrowDown: () => scroll(0, panStep), ArrowUp: () => scroll(0, -panStep) }),
    n: move(() => showItem(1)),
    p: move(() => showItem(-1)),
    PageDown: () => scroll(0, pageOverlap),
    PageUp: () => scroll(0, -pageOverlap),
    a: onFile(actions.accept),
    r: onFile(actions.startReturn),
    x: onFile(actions.toggleMark),
    u: actions.undo,
    s: onFile(() => void actions.toggleAside()),
    d: onFile(() => void actions.download()),
    c: onFile(onCompare),
    "+": () => controls.zoomBy(1),
    "=": () => controls.zoomBy(1),
    "-": () => controls.zoomBy(-1),
    "0": () => controls.fitTo("page"),
    w: () => controls.fitTo("width"),
    t: controls.rotate,
    Escape: isWriting ? actions.closePanel : onClose,
    "?": actions.openKeys,
  });
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
