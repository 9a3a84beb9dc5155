import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { Request } from "../../../data/requests/request.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { useFileView } from "../../../steps/preview/use-file-view.ts";
import { KeysDialog } from "../../../ui/layout/keys.tsx";
import { PageTitle } from "../../../ui/layout/page-title.tsx";
import { ReviewHeader } from "./review-header.tsx";
import { reviewKeys } from "./review-keys.ts";
import { ReviewPanel } from "./review-panel.tsx";
import { neighbour, nextToReview, replacedFiles, type ReviewEntry } from "./review-queue.models.ts";
import { ReviewRail } from "./review-rail.tsx";
import { ReviewResult } from "./review-result.tsx";
import { ReviewStage } from "./review-stage.tsx";
import { ReviewToolbar } from "./review-toolbar.tsx";
import styles from "./review-window.module.css";
import { type MadeDecision, useDecision } from "./use-decision.ts";
import { useReviewActions } from "./use-review-actions.ts";
import { useReviewProgress } from "./use-review-progress.ts";

interface ReviewWindowProps {
  request: Request;
  /** The failure of the last refetch, while older data is shown. */
  staleBecause: Error | null;
  entries: readonly ReviewEntry[];
  entry: ReviewEntry;
  /** Id of the signed-in member. */
  myId: string;
  /** False while the address names something else, or nothing. */
  isAtAddress: boolean;
  onShow: (entry: ReviewEntry) => void;
  onClose: () => void;
}

/** One file or answer at a time, in a window of fixed height. A decision moves on to the next item that waits for review. */
export function ReviewWindow(props: ReviewWindowProps) {
  const { request, staleBecause, entries, entry, myId, isAtAddress, onShow, onClose } = props;
  const { item, file } = entry;
  const progress = useReviewProgress(request.id);
  const [last, setLast] = useState<MadeDecision | null>(null);
  const [isDone, setDone] = useState(false);
  const [comparedWith, setComparedWith] = useState<string | null>(null);
  const controls = useFileView(file?.id);
  const window = useRef<HTMLDivElement>(null);
  const isOpen = request.status === "open" || request.status === "done";

  const show = (next: ReviewEntry | undefined) => {
    if (!next) return;
    setDone(false);
    setComparedWith(null);
    onShow(next);
  };
  const decisions = useDecision({
    onDecided: (decision) => {
      setLast(decision);
      progress.addDecision(decision);
      const next = nextToReview(entries, decision.itemId);
      if (next) show(next);
      else setDone(true);
    },
    onUndone: (itemId) => {
      progress.removeDecision(itemId);
      setLast(null);
      show(entries.find((one) => one.item.id === itemId));
    },
  });
  // Something may have arrived since the last decision.
  const showsResult = isDone && !nextToReview(entries, last?.itemId);
  const replaced = replacedFiles(entry);
  const compared = replaced.find(({ id }) => id === comparedWith);
  const toggleCompare = () => setComparedWith(compared ? null : (replaced[0]?.id ?? null));
  const close = () => {
    progress.leave({ itemId: item.id, fileId: file?.id });
    onClose();
  };
  const review = useReviewActions({
    entry,
    entries,
    isOpen,
    showsResult,
    decisions,
    last,
    previous: neighbour(entries, entry.key, -1),
    next: neighbour(entries, entry.key, 1),
    progress,
    controls,
    window,
    onShow: show,
    onCompare: toggleCompare,
    onClose: close,
  });

  const writeAddress = useEffectEvent(() => onShow(entry));
  useEffect(() => {
    if (!isAtAddress) writeAddress();
  }, [isAtAddress]);

  const markOpened = useEffectEvent((key: string) => {
    progress.markOpened(key);
  });
  // Before a key can decide about it.
  useLayoutEffect(() => markOpened(entry.key), [entry.key]);

  // The element with focus goes away with its form, button or file; without focus, screen readers start at the top.
  useEffect(() => {
    if (document.activeElement !== document.body || document.querySelector("dialog[open]")) return;
    window.current?.querySelector<HTMLElement>("[data-review-stage]")?.focus({ preventScroll: true });
  });

  return (
    <div ref={window} className={styles["window"]} data-full-window="">
      <PageTitle>{`Review: ${item.title}`}</PageTitle>
      <ReviewHeader
        request={request}
        entries={entries}
        entry={entry}
        onShow={review.show}
        onKeys={review.openKeys}
        onClose={close}
      />
      <ReviewRail
        entries={entries}
        entry={entry}
        workspaceName={request.workspace.name}
        marks={progress.marks}
        onShow={review.show}
      />
      <section
        className={styles["stage"]}
        data-review-stage=""
        tabIndex={-1}
        aria-label={showsResult ? "Result" : (file?.name ?? "Their answer")}
      >
        {showsResult ? (
          <ReviewResult request={request} made={progress.made} />
        ) : (
          <>
            <ReviewToolbar
              entry={entry}
              controls={controls}
              review={review}
              canCompare={replaced.length > 0}
              isComparing={compared !== undefined}
              onCompare={toggleCompare}
            />
            <ReviewStage
              entry={entry}
              entries={entries}
              controls={controls}
              replaced={replaced}
              compared={compared}
              onCompareWith={setComparedWith}
            />
          </>
        )}
      </section>
      <ReviewPanel
        request={request}
        entry={entry}
        myId={myId}
        pageCount={controls.pager?.count}
        isOpen={isOpen}
        decisions={decisions}
        last={last}
        progress={progress}
        review={review}
        notice={staleBecause ? `${errorSentences(staleBecause).what} This may be out of date.` : undefined}
        onFinish={showsResult ? close : undefined}
      />
      <KeysDialog keys={reviewKeys()} open={review.panel === "keys"} onClose={review.closePanel} />
    </div>
  );
}
