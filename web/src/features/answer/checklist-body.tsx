import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ReceivedRequest } from "../../data/inbox/received-request.models.ts";
import { requestPeopleOptions } from "../../data/inbox/request-people.query.ts";
import { isRemaining } from "../../data/inbox/remaining.models.ts";
import { isUnfinished } from "../../data/uploads/upload.models.ts";
import { Card } from "../../ui/layout/card.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { ChecklistHeader } from "./checklist-header.tsx";
import styles from "./checklist.module.css";
import { audienceText, isOpen, orderItems, placeItems } from "./checklist.models.ts";
import { FoldedItem } from "./folded-item.tsx";
import { OpenItem } from "./open-item.tsx";
import { UploadAnnouncer } from "./upload-announcer.tsx";
import { useStrayDrops } from "./use-stray-drops.ts";
import { useUploads } from "./use-uploads.ts";
import { PageTitle } from "../../ui/layout/page-title.tsx";

interface ChecklistBodyProps {
  request: ReceivedRequest;
  account?: ReactNode;
  /** The last refetch failed, so older data is shown. */
  isOutOfDate: boolean;
}

export function ChecklistBody({ request, account, isOutOfDate }: ChecklistBodyProps) {
  const { uploads, ...uploadActions } = useUploads(request);
  const people = useQuery(requestPeopleOptions({ requestId: request.id }));
  const places = usePlaces(request);
  useStrayDrops();

  const items = orderItems(request.items, places);
  const isClosed = request.status === "cancelled";
  const nextItem = items.find(
    (item) =>
      isRemaining(item) && !uploads.some((upload) => upload.itemId === item.id && isUnfinished(upload)),
  );
  const others = (people.data ?? []).filter(({ isMe }) => !isMe).map(({ name }) => name);

  return (
    <div className={styles["page"]}>
      <PageTitle>{request.title}</PageTitle>
      <ChecklistHeader request={request} account={account} />
      {isClosed && (
        <Notice>{`${request.workspaceName} has cancelled this request. Nothing more is needed from you.`}</Notice>
      )}
      {isOutOfDate && (
        <Notice announce>We can’t reach the service right now. This may be out of date.</Notice>
      )}
      <Card className={styles["list"]}>
        {items.map((item) => {
          const shared = { item, request, uploads, ...uploadActions };
          return !isClosed && isOpen(item, places) ? (
            <OpenItem key={item.id} {...shared} isMain={item.id === nextItem?.id} />
          ) : (
            <FoldedItem key={item.id} {...shared} isClosed={isClosed} />
          );
        })}
      </Card>
      <p className={styles["audience"]}>{audienceText(request.workspaceName, others)}</p>
      <UploadAnnouncer uploads={uploads} items={request.items} />
    </div>
  );
}

/** Positions of the items. They stay the same while the page is open, so that nothing jumps after an answer. */
function usePlaces(request: ReceivedRequest): ReadonlyMap<string, number> {
  const [placed, setPlaced] = useState(() => ({ request, places: placeItems(new Map(), request.items) }));
  if (placed.request === request) return placed.places;
  const next = { request, places: placeItems(placed.places, request.items) };
  setPlaced(next);
  return next.places;
}
