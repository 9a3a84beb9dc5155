import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { receivedRequestOptions } from "../../data/inbox/received-request.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { ChecklistBody } from "./checklist-body.tsx";
import { ChecklistSkeleton } from "./checklist-skeleton.tsx";

export interface ChecklistProps {
  requestId: string;
  /** The signed-in recipient. */
  userId: string;
  /** Account menu for pages without navigation. */
  account?: ReactNode;
}

/** One request as its recipient sees it. */
export function Checklist({ requestId, userId, account }: ChecklistProps) {
  const request = useQuery(receivedRequestOptions({ requestId, userId }));

  if (request.isPending) return <ChecklistSkeleton />;
  // After a failed poll the older data stays, so that a half-filled form is not lost.
  if (request.data) {
    return (
      <ChecklistBody request={request.data} myId={userId} account={account} isOutOfDate={request.isError} />
    );
  }
  if (request.isError) {
    return (
      <ErrorState
        error={errorSentences(request.error)}
        onRetry={() => void request.refetch()}
        busy={request.isFetching}
      />
    );
  }
  return (
    <EmptyState
      title="Nothing here for you"
      text="The request may have been sent to another of your addresses. Open the link you received again."
    />
  );
}
