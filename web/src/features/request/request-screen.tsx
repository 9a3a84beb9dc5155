import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { requestOptions } from "../../data/requests/request.query.ts";
import { RequestBody, type RequestBodyProps } from "./request-body.tsx";
import { RequestProblem } from "./request-problem.tsx";
import { RequestSkeleton } from "./request-skeleton.tsx";

/** How often a page that is looked at asks for news. Milliseconds; it stops while the page is hidden. */
const newsEvery = 5000;

interface RequestScreenProps extends Omit<RequestBodyProps, "request" | "staleBecause"> {
  requestId: string;
  /** What stands in place of the page for a request that has not been sent. */
  asDraft: ReactNode;
}

/** One request: what came, what is good, what is missing. New files show up by themselves. */
export function RequestScreen({ requestId, asDraft, ...page }: RequestScreenProps) {
  const request = useQuery({ ...requestOptions({ id: requestId }), refetchInterval: newsEvery });
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
