import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Request } from "../../data/requests/request.models.ts";
import { requestOptions } from "../../data/requests/request.query.ts";
import { RequestBody } from "./request-body.tsx";
import { RequestProblem } from "./request-problem.tsx";
import { RequestSkeleton } from "./request-skeleton.tsx";

/** How often a page that is looked at asks for news. Milliseconds; it stops while the page is hidden. */
const newsEvery = 5000;

export interface RequestScreenProps {
  requestId: string;
  /** Whose page it is, so that history can say "you". */
  myId: string;
  /** The request has been sent a moment ago: show its link first. */
  justSent: boolean;
  /** The button that takes everything home; another ability's own. */
  renderDownload: (request: Request) => ReactNode;
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
