import { useQueryClient } from "@tanstack/react-query";
import { ChevronLeft, ChevronRight, Download, Undo2 } from "lucide-react";
import { useRef, useState } from "react";
import { filePreviewOptions } from "../../data/files/file-preview.query.ts";
import { type ErrorSentences, errorSentences } from "../../lib/errors.ts";
import { saveBlob } from "../../lib/save-blob.ts";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Notice } from "../../ui/notice.tsx";
import { KeyList } from "./keys-dialog.tsx";
import { ReturnForm } from "./return-form.tsx";
import styles from "./review-dialog.module.css";
import type { ReviewEntry } from "./review-queue.models.ts";
import { decisionWords, type ItemDecisions, type MadeDecision } from "./use-decision.ts";

interface ReviewFooterProps {
  entry: ReviewEntry;
  isOpen: boolean;
  decisions: ItemDecisions;
  /** The decision made last in this review, to be taken back. */
  last: MadeDecision | null;
  previous: ReviewEntry | undefined;
  next: ReviewEntry | undefined;
  /** Whether any item still waits. */
  hasMore: boolean;
  onClose: () => void;
  onShow: (entry: ReviewEntry | undefined) => void;
}

/** The two decisions and the ways from file to file, by button and by key. */
export function ReviewFooter({
  entry,
  isOpen,
  decisions,
  last,
  previous,
  next,
  hasMore,
  onClose,
  onShow,
}: ReviewFooterProps) {
  const { item, file } = entry;
  const cache = useQueryClient();
  const footer = useRef<HTMLDivElement>(null);
  const [panel, setPanel] = useState<"return" | "keys" | null>(null);
  const [problem, setProblem] = useState<ErrorSentences | null>(null);
  const waits = isOpen && item.state === "submitted";
  const failure = decisions.failureOf(item.id) ?? problem;

  const show = (target: ReviewEntry | undefined) => {
    setPanel(null);
    setProblem(null);
    onShow(target);
  };
  const accept = () => {
    if (waits && !decisions.isBusy) void decisions.decide(item, "accept");
  };
  const startReturn = () => {
    if (waits) setPanel("return");
  };
  const undo = () => {
    if (last) void decisions.undo(last);
  };
  const download = async () => {
    if (!file) return;
    try {
      const { content } = await cache.ensureQueryData(filePreviewOptions(file));
      saveBlob(content, file.name);
    } catch (error) {
      setProblem(errorSentences(error));
    }
  };

  useShortcuts(
    {
      j: () => show(next),
      k: () => show(previous),
      ArrowRight: () => show(next),
      ArrowLeft: () => show(previous),
      a: accept,
      r: startReturn,
      u: undo,
      d: () => void download(),
      "?": () => setPanel(panel === "keys" ? null : "keys"),
    },
    { within: footer },
  );

  return (
    <div ref={footer} className={styles["footer"]}>
      {failure && (
        <Notice tone="waiting" announce>
          {failure.what} {failure.next}
        </Notice>
      )}
      {last && (
        <p className={styles["last"]} role="status">
          {decisionWords(last)}. {!hasMore && "Nothing else waits for you."}
          <Button size="small" variant="quiet" icon={<Undo2 />} onClick={undo}>
            Undo <Kbd>U</Kbd>
          </Button>
        </p>
      )}
      {panel === "keys" && <KeyList />}
      {panel === "return" && waits ? (
        <ReturnForm
          itemTitle={item.title}
          busy={decisions.isBusy}
          onCancel={() => setPanel(null)}
          onReturn={(reason) => {
            void decisions.decide(item, "return", reason).then((worked) => worked && setPanel(null));
          }}
        />
      ) : (
        <div className={styles["buttons"]}>
          <Button
            size="small"
            icon={<ChevronLeft />}
            aria-label="Previous"
            title="Previous (K)"
            disabled={!previous}
            onClick={() => show(previous)}
          />
          <Button
            size="small"
            icon={<ChevronRight />}
            aria-label="Next"
            title="Next (J)"
            disabled={!next}
            onClick={() => show(next)}
          />
          {file && (
            <Button
              size="small"
              variant="quiet"
              icon={<Download />}
              aria-label={`Download ${file.name}`}
              title="Download (D)"
              onClick={() => void download()}
            >
              <span className={styles["wide"]}>Download</span>
            </Button>
          )}
          {!waits && last && !hasMore && (
            <span className={styles["decide"]}>
              <Button variant="primary" onClick={onClose}>
                Finish review
              </Button>
            </span>
          )}
          {waits && (
            <span className={styles["decide"]}>
              <Button onClick={startReturn}>
                Return <Kbd>R</Kbd>
              </Button>
              <Button variant="primary" busy={decisions.isBusy} onClick={accept}>
                Accept <Kbd onAccent>A</Kbd>
              </Button>
            </span>
          )}
        </div>
      )}
    </div>
  );
}
