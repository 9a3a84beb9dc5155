import { type ReactNode, useState } from "react";
import type { Request } from "../../data/requests/request.models.ts";
import { isoDay } from "../../lib/dates.ts";
import { errorSentences } from "../../lib/errors.ts";
import { useNow } from "../../lib/now.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toast.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import { KeysDialog } from "../../ui/keys.tsx";
import { reviewKeys } from "./review-keys.ts";
import { ActivityList } from "./activity-list.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { ItemCard } from "./item-card.tsx";
import { LinkCard } from "./link-card.tsx";
import styles from "./request-body.module.css";
import { RequestHeader } from "./request-header.tsx";
import { ReviewDialog, type ShownEntry } from "./review-dialog.tsx";
import { nextToReview, toEntries } from "./review-queue.models.ts";
import { useArrivals } from "./use-arrivals.ts";
import { decisionWords, useDecision } from "./use-decision.ts";

export interface RequestBodyProps {
  request: Request;
  /** Whose page it is, so that history can say "you". */
  myId: string;
  /** The request has been sent a moment ago: show its link first. */
  justSent: boolean;
  /** The button that takes everything home; another ability's own. */
  renderDownload: (request: Request) => ReactNode;
  /** Why the last look at the service failed, while an older state is shown. */
  staleBecause: Error | null;
}

export function RequestBody({ request, staleBecause, myId, justSent, renderDownload }: RequestBodyProps) {
  const now = useNow();
  const toast = useToast();
  const [shown, setShown] = useState<ShownEntry | null>(null);
  const [open, setOpen] = useState<"cancel" | "keys" | null>(null);
  const isOpen = request.status === "open" || request.status === "done";
  const arrived = useArrivals(request);
  const decisions = useDecision({
    onDecided: (made) =>
      toast({
        message: decisionWords(made),
        tone: "success",
        action: { label: "Undo", onSelect: () => void decisions.undo(made) },
      }),
    onUndone: () => toast({ message: "Taken back" }),
  });

  const review = () => {
    const first = nextToReview(toEntries(request.items));
    if (first) setShown({ key: first.key, itemId: first.item.id });
  };
  useShortcuts({ r: review, "?": () => setOpen("keys") });

  return (
    <>
      <PageTitle>{request.title}</PageTitle>
      <RequestHeader
        request={request}
        today={isoDay(now)}
        now={now}
        downloadAll={renderDownload(request)}
        onReview={review}
        onCancel={() => setOpen("cancel")}
        onKeys={() => setOpen("keys")}
      />
      {staleBecause && (
        <div className={styles["stale"]}>
          <Notice tone="waiting">
            {errorSentences(staleBecause).what} What you see may be a little old.
          </Notice>
        </div>
      )}
      <div className={styles["columns"]}>
        <Card>
          <ul>
            {request.items.map((item) => (
              <ItemCard
                key={item.id}
                item={item}
                decisions={decisions}
                isOpen={isOpen}
                onOpenFile={(key) => setShown({ key, itemId: item.id })}
              />
            ))}
          </ul>
        </Card>
        <aside className={styles["aside"]}>
          {isOpen && (
            <section aria-labelledby="request-link">
              <h2 id="request-link">Link</h2>
              <LinkCard request={request} now={now} justSent={justSent} />
            </section>
          )}
          <section aria-labelledby="request-activity">
            <h2 id="request-activity">Activity</h2>
            <ActivityList requestId={request.id} myId={myId} now={now} />
          </section>
        </aside>
      </div>
      {shown && (
        <ReviewDialog
          items={request.items}
          isOpen={isOpen}
          shown={shown}
          onShow={setShown}
          onClose={() => setShown(null)}
        />
      )}
      <CancelDialog open={open === "cancel"} onClose={() => setOpen(null)} requestId={request.id} />
      <KeysDialog keys={reviewKeys} open={open === "keys"} onClose={() => setOpen(null)} />
      <LiveRegion message={arrived} />
    </>
  );
}
