import { type ReactNode, useState } from "react";
import type { Request } from "../../data/requests/request.models.ts";
import { isoDay } from "../../lib/dates.ts";
import { errorSentences } from "../../lib/errors.ts";
import { useNow } from "../../lib/now.ts";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import { KeysDialog } from "../../ui/layout/keys.tsx";
import { reviewKeys } from "./review/review-keys.ts";
import { ActivityList } from "./activity/activity-list.tsx";
import { CancelDialog } from "./cancel-dialog.tsx";
import { ItemCard } from "./item-card.tsx";
import { LinkCard } from "./link/link-card.tsx";
import styles from "./request-body.module.css";
import { RequestHeader } from "./request-header.tsx";
import { ReviewDialog, type ShownEntry } from "./review/review-dialog.tsx";
import { nextToReview, toEntries } from "./review/review-queue.models.ts";
import { useArrivals } from "./use-arrivals.ts";
import { decisionText, useDecision } from "./review/use-decision.ts";

export interface RequestBodyProps {
  request: Request;
  /** The signed-in user, whom the history calls "you". */
  myId: string;
  /** True right after sending: the page opens with the link. */
  justSent: boolean;
  /** Renders the download button, which belongs to another feature. */
  renderDownload: (request: Request) => ReactNode;
  /** The failure of the last refetch, while older data is shown. */
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
        message: decisionText(made),
        tone: "success",
        action: { label: "Undo", onSelect: () => void decisions.undo(made) },
      }),
    onUndone: () => toast({ message: "Decision undone" }),
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
          <Notice tone="waiting">{errorSentences(staleBecause).what} This may be out of date.</Notice>
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
