import { useQuery } from "@tanstack/react-query";
import { pages } from "@sheaf/contract/pages";
import { type ReactNode, startTransition, useOptimistic } from "react";
import { requestOptions } from "../../../data/requests/request.query.ts";
import { Link } from "../../../lib/navigation.tsx";
import { buttonClass } from "../../../ui/forms/button.tsx";
import { PageTitle } from "../../../ui/layout/page-title.tsx";
import { EmptyState } from "../../../ui/status/empty-state.tsx";
import { pollInterval } from "../../../lib/poll-interval.ts";
import { RequestProblem } from "../request-problem.tsx";
import { entryAt, nextToReview, type ReviewEntry, toEntries } from "./review-queue.models.ts";
import { ReviewSkeleton } from "./review-skeleton.tsx";
import styles from "./review-window.module.css";
import { ReviewWindow } from "./review-window.tsx";

interface ReviewScreenProps {
  requestId: string;
  /** Of the signed-in member. */
  myId: string;
  /** From the address. */
  itemId: string | undefined;
  fileId: string | undefined;
  /** Writes the address of an entry. */
  onShow: (place: { itemId: string; fileId: string | undefined }) => void;
  onClose: () => void;
  /** Rendered instead for a draft. */
  asDraft: ReactNode;
}

/** The review of one request, at the entry that the address names or else at the first that waits. */
export function ReviewScreen({ requestId, myId, onShow, onClose, asDraft, ...address }: ReviewScreenProps) {
  // The address follows the file, not the other way round: a navigation may wait.
  const [place, setPlace] = useOptimistic({ itemId: address.itemId, fileId: address.fileId });
  const request = useQuery({ ...requestOptions({ id: requestId }), refetchInterval: pollInterval });
  if (request.isPending) return <ReviewSkeleton />;
  if (!request.data) {
    return (
      <div className={styles["alone"]}>
        <RequestProblem
          error={request.error}
          onRetry={() => void request.refetch()}
          busy={request.isFetching}
        />
      </div>
    );
  }
  if (request.data.status === "draft") return asDraft;
  const entries = toEntries(request.data.items);
  const entry = entryAt(entries, place) ?? nextToReview(entries);
  if (!entry) {
    return (
      <div className={styles["alone"]}>
        <PageTitle>Review</PageTitle>
        <EmptyState
          level={1}
          title="Nothing to review"
          text={`Nothing in “${request.data.title}” waits for review right now.`}
          action={
            <Link className={buttonClass({ variant: "primary" })} to={pages.request.href({ id: requestId })}>
              Go to the request
            </Link>
          }
        />
      </div>
    );
  }
  return (
    <ReviewWindow
      request={request.data}
      staleBecause={request.error}
      entries={entries}
      entry={entry}
      myId={myId}
      isAtAddress={entry.item.id === place.itemId && entry.file?.id === place.fileId}
      onShow={({ item, file }: ReviewEntry) => {
        const next = { itemId: item.id, fileId: file?.id };
        startTransition(() => {
          setPlace(next);
          onShow(next);
        });
      }}
      onClose={onClose}
    />
  );
}
