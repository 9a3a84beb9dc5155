import { useQuery } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import type { ReceivedRequest } from "../../data/inbox/received-request.models.ts";
import { goneOn } from "../../data/retention/retention.models.ts";
import { receivedRetentionOptions } from "../../data/retention/retention.query.ts";
import { requestPeopleOptions } from "../../data/inbox/request-people.query.ts";
import { useNow } from "../../lib/now.ts";
import { Notice } from "../../ui/status/notice.tsx";
import { ChecklistHeader } from "./checklist-header.tsx";
import styles from "./checklist.module.css";
import { audienceText, binText, isOver, phaseText, toHelpers } from "./checklist.models.ts";
import { DoneHeader } from "./done/done-header.tsx";
import { isFinished } from "./done/done.models.ts";
import { NextSteps } from "./done/next-steps.tsx";
import { ReceiptButton } from "./done/receipt-button.tsx";
import { useDone } from "./done/use-done.ts";
import { toGroups } from "./list/groups.models.ts";
import { ItemList } from "./list/item-list.tsx";
import { NextBar } from "./list/next-bar.tsx";
import { useUnread } from "../../steps/questions/use-unread.ts";
import { isMoving } from "../../data/uploads/upload.models.ts";
import { UploadAnnouncer } from "../../steps/uploads/upload-announcer.tsx";
import { KeepingNote } from "./keeping/keeping-note.tsx";
import { NewsAnnouncer } from "./news-announcer.tsx";
import { MoreTime } from "./promise/more-time.tsx";
import { ReportRequest } from "./report/report-request.tsx";
import { useCurrentItem } from "./list/use-current-item.ts";
import { usePlaces } from "./list/use-places.ts";
import { useStrayDrops } from "./files/use-stray-drops.ts";
import { useAnswerUploads } from "./files/use-uploads.ts";
import { PageTitle } from "../../ui/layout/page-title.tsx";

interface ChecklistBodyProps {
  request: ReceivedRequest;
  /** The signed-in recipient. */
  myId: string;
  account?: ReactNode;
  /** The last refetch failed, so older data is shown. */
  isOutOfDate: boolean;
}

export function ChecklistBody({ request, myId, account, isOutOfDate }: ChecklistBodyProps) {
  const uploading = useAnswerUploads(request);
  const { uploads } = uploading;
  const unread = useUnread(request);
  // A helper with single items isn't told who else answers the request.
  const people = useQuery({
    ...requestPeopleOptions({ requestId: request.id }),
    enabled: request.scope === "all",
  });
  const { data: retention } = useQuery(receivedRetentionOptions({ requestId: request.id }));
  const now = useNow();
  const { places, renew } = usePlaces(request);
  const page = useRef<HTMLDivElement>(null);
  useStrayDrops();

  const isFinal = isFinished(request, uploads);
  const isPaused = request.phase === "paused";
  const groups = toGroups(request, places);
  const position = useCurrentItem(
    groups.flatMap(({ items }) => items),
    uploads,
    isFinal || isPaused || isOver(request.phase),
  );
  const { isDone, hasTurned } = useDone(isFinal, () => {
    position.foldAll();
    renew();
  });
  const others = (people.data ?? []).filter(({ isMe, scope }) => !isMe && scope === "all");
  const helpers = toHelpers(people.data ?? []);
  const goTo = (id: string) => {
    renew();
    position.goTo(id);
  };

  const deletedAt = retention?.deletedAt ?? null;
  const notice = deletedAt === null ? phaseText(request) : binText(request, goneOn(deletedAt, now));

  return (
    <div ref={page} className={styles["page"]}>
      <PageTitle>{request.title}</PageTitle>
      {isDone ? (
        <DoneHeader request={request} account={account} takesFocus={hasTurned} />
      ) : (
        <ChecklistHeader request={request} account={account} isSending={uploads.some(isMoving)} />
      )}
      <LiveNotice tone={isPaused ? "waiting" : "plain"} text={notice} />
      {isOutOfDate && (
        <Notice announce>We can’t reach the service right now. This may be out of date.</Notice>
      )}
      <ItemList
        {...uploading}
        request={request}
        myId={myId}
        helpers={helpers}
        unread={unread}
        groups={groups}
        position={position}
        isDone={isDone}
      />
      {!isDone && request.phase === "open" && <MoreTime request={request} />}
      {isDone && (
        <>
          <ReceiptButton request={request} />
          <NextSteps request={request} />
        </>
      )}
      <p className={styles["audience"]}>
        <Lock aria-hidden="true" />
        {audienceText(request, { others: others.map(({ name }) => name), helpers: helpers.values() })}
      </p>
      {retention && <KeepingNote request={request} retention={retention} />}
      <ReportRequest request={request} />
      <NextBar
        request={request}
        next={position.next}
        isUnfolded={position.isUnfolded}
        page={page}
        onGo={goTo}
      />
      <UploadAnnouncer uploads={uploads} items={request.items} />
      <NewsAnnouncer items={request.items} myId={myId} />
    </div>
  );
}

/** Announced only if it appears while the page is open. */
function LiveNotice({ tone, text }: { tone: "waiting" | "plain"; text: string | undefined }) {
  const [first] = useState(text);
  return text === undefined ? null : (
    <Notice tone={tone} announce={text !== first}>
      {text}
    </Notice>
  );
}
