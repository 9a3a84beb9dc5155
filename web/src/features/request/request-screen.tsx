import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { requestOptions } from "../../data/requests/request.query.ts";
import { pollInterval } from "../../lib/poll-interval.ts";
import { RequestBody, type RequestBodyProps } from "./request-body.tsx";
import { RequestProblem } from "./request-problem.tsx";
import { RequestSkeleton } from "./request-skeleton.tsx";

interface RequestScreenProps extends Omit<RequestBodyProps, "request" | "staleBecause"> {
  requestId: string;
  /** Rendered instead of the page for a draft. */
  asDraft: ReactNode;
}

/** One request, kept up to date by polling. */
export function RequestScreen({ requestId, asDraft, ...page }: RequestScreenProps) {
  const request = useQuery({ ...requestOptions({ id: requestId }), refetchInterval: pollInterval });
  if (request.isPending) return <RequestSkeleton />;
  if (!request.data) {
    return (
      <RequestProblem
        error={request.error}
        onRetry={() => void request.refetch()}
        busy={request.isFetching}
      />
    );
  }
  if (request.data.status === "draft") return asDraft;
  return <RequestBody request={request.data} staleBecause={request.error} {...page} />;
}
