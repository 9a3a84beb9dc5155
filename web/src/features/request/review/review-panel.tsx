import { Undo2 } from "lucide-react";
import { useState } from "react";
import { useUnread } from "../../../steps/questions/use-unread.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Kbd } from "../../../ui/layout/kbd.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import { ReturnForm } from "./return-form.tsx";
import { ReviewAbout } from "./review-about.tsx";
import { FinishButton, ReviewDecision } from "./review-decision.tsx";
import { ReviewFileActions } from "./review-file-actions.tsx";
import styles from "./review-panel.module.css";
import { type ReviewEntry, unopenedText } from "./review-queue.models.ts";
import { decisionText, type ItemDecisions, type MadeDecision } from "./use-decision.ts";
import { ReviewedItems } from "./reviewed-items.tsx";
import { ReviewQuestions } from "./review-questions.tsx";
import type { ReviewActions } from "./use-review-actions.ts";
import type { ReviewProgress } from "./use-review-progress.ts";
import { filesToDecide } from "./verdicts.models.ts";

interface ReviewPanelProps {
  request: Request;
  entry: ReviewEntry;
  /** Id of the signed-in member. */
  myId: string;
  pageCount: number | undefined;
  /** False for a request that takes no more decisions. */
  isOpen: boolean;
  decisions: ItemDecisions;
  last: MadeDecision | null;
  progress: ReviewProgress;
  review: ReviewActions;
  /** About the whole page. */
  notice: string | undefined;
  /** Set once nothing is left to review. */
  onFinish: (() => void) | undefined;
}

/** The instructions, the file's facts, and the decisions, which stay at the bottom however much stands above. */
export function ReviewPanel(props: ReviewPanelProps) {
  const { request, entry, myId, pageCount, isOpen, decisions, last, progress, review, notice, onFinish } =
    props;
  const unread = useUnread(request);
  const { item, file } = entry;
  const { panel, waits, marked, failure } = review;
  const [showsAbout, setShowsAbout] = useState(false);
  const count = filesToDecide(item).length;
  const asks = waits && !onFinish && (panel === "return" || panel === "mark");
  return (
    <aside className={styles["panel"]} aria-label="Review">
      {onFinish ? (
        <ReviewedItems items={request.items} />
      ) : (
        <div className={styles["about"]} data-open={showsAbout}>
          <ReviewAbout
            requestId={request.id}
            myId={myId}
            entry={entry}
            workspaceName={request.workspace.name}
            marks={progress.marks}
            pageCount={pageCount}
            questions={
              <ReviewQuestions
                key={item.id}
                item={item}
                myId={myId}
                unread={unread}
                takesMessages={isOpen && request.phase !== "closed"}
              />
            }
          />
        </div>
      )}
      <div className={styles["bottom"]}>
        <div className={styles["notices"]}>
          {notice !== undefined && <Notice tone="waiting">{notice}</Notice>}
          {failure && (
            <Notice tone="waiting" announce>
              {failure.what} {failure.next}
            </Notice>
          )}
          {panel === "unopened" && (
            <Notice tone="waiting" announce>
              {unopenedText(review.unopened, count)}{" "}
              {marked.length > 0
                ? "Return again to keep them."
                : `Accept again to accept all ${count} files.`}
            </Notice>
          )}
          {panel === "marked" && (
            <Notice tone="waiting" announce>
              {formatCount(marked.length, "file")} marked to return. Return the item, or keep{" "}
              {marked.length === 1 ? "this file" : "these files"} to accept it.
            </Notice>
          )}
          {last && (
            <p className={styles["last"]} role="status">
              <span>{decisionText(last)}.</span>
              <Button size="small" variant="quiet" icon={<Undo2 />} onClick={review.undo}>
                Undo <Kbd>U</Kbd>
              </Button>
            </p>
          )}
        </div>
        {asks && panel === "return" && (
          <ReturnForm
            workspaceId={item.workspaceId}
            itemTitle={item.title}
            returned={item.kind === "file" ? "file" : "answer"}
            keepable={count}
            busy={decisions.isBusyWith(item.id)}
            onCancel={review.closePanel}
            onReturn={(reason, keepsFiles) => void review.returnWith(reason, keepsFiles)}
          />
        )}
        {asks && panel === "mark" && file && (
          <ReturnForm
            key={file.id}
            workspaceId={item.workspaceId}
            itemTitle={file.name}
            returned="file"
            submitLabel="Mark to return"
            busy={false}
            onCancel={review.closePanel}
            onReturn={review.markWith}
          />
        )}
        {!asks && (
          <>
            {!onFinish && (
              <ReviewFileActions
                file={file}
                isOpen={isOpen}
                review={review}
                showsAbout={showsAbout}
                onAbout={() => setShowsAbout(!showsAbout)}
              />
            )}
            {onFinish ? (
              <FinishButton onFinish={onFinish} />
            ) : (
              <ReviewDecision entry={entry} review={review} busy={decisions.isBusyWith(item.id)} />
            )}
          </>
        )}
      </div>
    </aside>
  );
}
