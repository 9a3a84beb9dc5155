import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { askedRequestOptions } from "../../data/inbox/asked-request.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { ChecklistBody } from "./checklist-body.tsx";
import { ChecklistSkeleton } from "./checklist-skeleton.tsx";

export interface ChecklistProps {
  requestId: string;
  /** The person who answers. */
  userId: string;
  /** Who is signed in, at the top right where the page has no other place for it. */
  account?: ReactNode;
}

/** One request as the person sees it who answers it: what is left, and everything that was added. */
export function Checklist({ requestId, userId, account }: ChecklistProps) {
  const request = useQuery(askedRequestOptions({ requestId, userId }));

  if (request.isPending) return <ChecklistSkeleton />;
  // Data that are there stay there: a poll that failed is repeated, and a form half filled in is not taken away.
  if (request.data) {
    return <ChecklistBody request={request.data} account={account} isOutOfDate={request.isError} />;
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
      title="There is nothing here for you"
      text="The request may have been sent to another of your addresses. Open the link you were sent once more."
    />
  );
}
