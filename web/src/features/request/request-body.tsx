import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from "react";
import { type Request, toHandedTo } from "../../data/requests/request.models.ts";
import { toSections } from "../../data/items/sections.models.ts";
import { removedFilesOptions } from "../../data/retention/removed-files.query.ts";
import { retentionOptions } from "../../data/retention/retention.query.ts";
import { isoDay } from "../../lib/dates.ts";
import { errorSentences } from "../../lib/errors.ts";
import { useNavigate } from "../../lib/navigation.tsx";
import { useNow } from "../../lib/now.ts";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { useShortcuts } from "../../lib/shortcuts.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Card } from "../../ui/layout/card.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import { KeysDialog } from "../../ui/layout/keys.tsx";
import { reviewKeys } from "./review/review-keys.ts";
import { ActivityList } from "./activity/activity-list.tsx";
import { WatchButton } from "./activity/watch-button.tsx";
import { FinishCard } from "./finish-card.tsx";
import { ItemCard } from "./item/item-card.tsx";
import { useItemDownload } from "./item/use-item-download.ts";
import { sectionNote } from "./item/section-note.models.ts";
import { useRemind } from "./reminders/use-remind.ts";
import { DeletionAsks } from "./retention/deletion-asks.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import { RequestPanel } from "./panel/request-panel.tsx";
import styles from "./request-body.module.css";
import { RequestHeader } from "./request-header.tsx";
import { RequestMessage } from "./request-message.tsx";
import { CancelDialog } from "./state/cancel-dialog.tsx";
import { CloseDialog } from "./state/close-dialog.tsx";
import { DeleteDialog } from "./state/delete-dialog.tsx";
import { StateNotice } from "./state/state-notice.tsx";
import { TestNotice } from "./state/test-notice.tsx";
import { useStateChange } from "./state/use-state-change.ts";
import { fromRequest, reviewHref } from "./review/review-address.ts";
import { nextToReview, toEntries, unopenedFiles } from "./review/review-queue.models.ts";
import { DownloadDialog } from "../../steps/download/download-dialog.tsx";
import { useUnread } from "../../steps/questions/use-unread.ts";
import { useArrivals } from "./use-arrivals.ts";
import { decisionText, type MadeDecision, useDecision } from "./review/use-decision.ts";
import { ResultNotice } from "./review/result-notice.tsx";
import { useReviewProgress } from "./review/use-review-progress.ts";
import { filesToDecide } from "./review/verdicts.models.ts";

const HistoryDialog = lazy(async () => ({
  default: (await import("./history/history-dialog.tsx")).HistoryDialog,
}));
const RepeatDialog = lazy(async () => ({
  default: (await import("./repeat/repeat-dialog.tsx")).RepeatDialog,
}));

export interface RequestBodyProps {
  request: Request;
  /** The signed-in user, whom the history calls "you". */
  myId: string;
  /** True right after sending: the page opens with the link. */
  justSent: boolean;
  /** Renders the download button, which belongs to another feature. */
  renderDownload: (request: Request) => ReactNode;
  /** Called with the id of the copy. */
  onDuplicated: (id: string) => void;
  /** The failure of the last refetch, while older data is shown. */
  staleBecause: Error | null;
}

export function RequestBody(props: RequestBodyProps) {
  const { request, staleBecause, myId, justSent, renderDownload } = props;
  const now = useNow();
  const toast = useToast();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"close" | "cancel" | "delete" | "repeat" | "history" | "keys" | null>(
    null,
  );
  const state = useStateChange(request.id, {
    onDuplicated: props.onDuplicated,
    onOpenTemplate: (id) => navigate(pages.template.href({ id })),
  });
  const isOpen = request.status === "open" || request.status === "done";
  const retention = useQuery(retentionOptions({ requestId: request.id }));
  const deletedAt = retention.data?.deletedAt ?? null;
  // Nothing is asked for or deleted before a request ends.
  const { data: removed = [] } = useQuery({
    ...removedFilesOptions({ requestId: request.id }),
    enabled: request.status !== "open",
  });
  const reminding = useRemind(request.id);
  const itemDownload = useItemDownload(request);
  const arrived = useArrivals(request);
  const unread = useUnread(request);
  const progress = useReviewProgress(request.id);
  /** Said afterwards where nothing asks before: files can be accepted without the review. */
  const unopenedSuffix = ({ itemId, decision }: MadeDecision) => {
    const item = request.items.find(({ id }) => id === itemId);
    const files = item && decision === "accept" ? filesToDecide(item) : [];
    const unopened = unopenedFiles(files, progress.opened);
    return files.length > 1 && unopened.length > 0
      ? `, ${unopened.length} of ${files.length} files not opened`
      : "";
  };
  const decisions = useDecision({
    onDecided: (decision) => {
      progress.addDecision(decision);
      toast({
        message: `${decisionText(decision)}${unopenedSuffix(decision)}`,
        tone: "success",
        action: { label: "Undo", onSelect: () => void decisions.undo(decision) },
      });
    },
    onUndone: (itemId) => {
      progress.removeDecision(itemId);
      toast({ message: "Decision undone" });
    },
  });

  const review = () => {
    if (nextToReview(toEntries(request.items))) {
      navigate(reviewHref({ id: request.id }), { state: fromRequest });
    }
  };
  useShortcuts({ r: review, "?": () => setOpen("keys") });

  const returnFocus = useEffectEvent(() => {
    if (!progress.left) return;
    const { itemId, fileId } = progress.left;
    const item = document.getElementById(`item-${itemId}`);
    const file = fileId === undefined ? null : item?.querySelector<HTMLElement>(`[data-file="${fileId}"]`);
    (file ?? item?.querySelector<HTMLElement>("[role=group]"))?.focus();
    progress.leave(null);
  });
  useEffect(() => returnFocus(), []);

  return (
    <>
      <PageTitle>{request.title}</PageTitle>
      <RequestHeader
        request={request}
        today={isoDay(now)}
        now={now}
        downloadAll={renderDownload(request)}
        onRemind={reminding.remind}
        onPause={() => state.make("pause")}
        onClose={() => setOpen("close")}
        onDuplicate={state.duplicate}
        onSaveAsTemplate={state.saveAsTemplate}
        onRepeat={() => setOpen("repeat")}
        onCancel={() => setOpen("cancel")}
        onArchive={() => state.make("archive")}
        onUnarchive={() => state.make("unarchive")}
        onDelete={() => setOpen("delete")}
        isInBin={deletedAt !== null}
        onKeys={() => setOpen("keys")}
      />
      {request.isTest && <TestNotice request={request} now={now} />}
      <StateNotice
        request={request}
        now={now}
        deletedAt={deletedAt}
        busy={state.isBusy}
        failure={state.failure}
        onChange={state.make}
      />
      {deletedAt === null && <DeletionAsks asked={removed.filter(({ state: is }) => is === "asked")} />}
      <FinishCard request={request} now={now} erasedAt={retention.data?.erasedAt ?? null} />
      <ResultNotice request={request} progress={progress} />
      {staleBecause && (
        <div className={styles["stale"]}>
          <Notice tone="waiting">{errorSentences(staleBecause).what} This may be out of date.</Notice>
        </div>
      )}
      <div className={styles["columns"]}>
        <div className={styles["sections"]}>
          {request.message !== "" && <RequestMessage message={request.message} />}
          {toSections(request.items).map(({ name, items }) => (
            <section key={name} aria-label={name === "" ? undefined : name}>
              {name !== "" && (
                <div className={styles["section"]}>
                  <UserText as="h2">{name}</UserText>
                  <p>{sectionNote(items)}</p>
                </div>
              )}
              <Card>
                <ul>
                  {items.map((item) => (
                    <ItemCard
                      key={item.id}
                      item={item}
                      handedTo={toHandedTo(item.id, request.helpers)}
                      Heading={name === "" ? "h2" : "h3"}
                      workspaceName={request.workspace.name}
                      marks={progress.marks}
                      decisions={decisions}
                      myId={myId}
                      unread={unread}
                      takesMessages={isOpen && request.phase !== "closed"}
                      isOpen={isOpen}
                      onDownload={itemDownload.download}
                    />
                  ))}
                </ul>
              </Card>
            </section>
          ))}
        </div>
        <aside className={styles["aside"]}>
          <RequestPanel
            request={request}
            myId={myId}
            now={now}
            justSent={justSent}
            reminding={reminding}
            removed={removed.filter(({ state: is }) => is !== "asked")}
            onRepeat={() => setOpen("repeat")}
          />
          <section aria-labelledby="request-activity">
            <div className={styles["heading"]}>
              <h2 id="request-activity">Activity</h2>
              <Button size="small" variant="quiet" onClick={() => setOpen("history")}>
                Full history
              </Button>
            </div>
            <ActivityList requestId={request.id} myId={myId} now={now} />
            <div className={styles["watch"]}>
              <WatchButton requestId={request.id} />
            </div>
          </section>
        </aside>
      </div>
      <CloseDialog open={open === "close"} onClose={() => setOpen(null)} request={request} />
      {open === "delete" && <DeleteDialog onClose={() => setOpen(null)} requestId={request.id} />}
      <CancelDialog open={open === "cancel"} onClose={() => setOpen(null)} requestId={request.id} />
      <Suspense>
        {open === "history" && (
          <HistoryDialog requestId={request.id} myId={myId} now={now} onClose={() => setOpen(null)} />
        )}
        {open === "repeat" && <RepeatDialog request={request} now={now} onClose={() => setOpen(null)} />}
      </Suspense>
      <KeysDialog keys={reviewKeys()} open={open === "keys"} onClose={() => setOpen(null)} />
      <DownloadDialog state={itemDownload.state} onRetry={itemDownload.retry} onClose={itemDownload.close} />
      <LiveRegion message={arrived} />
    </>
  );
}
