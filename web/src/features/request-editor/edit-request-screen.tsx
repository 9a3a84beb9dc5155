import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { requestOptions } from "../../data/requests/request.query.ts";
import { errorSentences } from "../../lib/errors.ts";
import { Navigate } from "../../lib/navigation.tsx";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { DraftScreen, type DraftScreenProps } from "./draft/draft-screen.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import { SentRequestScreen } from "./sent-request-screen.tsx";

interface EditRequestScreenProps extends Omit<DraftScreenProps, "request"> {
  requestId: string;
  /** Called after a sent request was changed, or left as it is. */
  onChanged: () => void;
}

/** Edits a draft, or a request that was sent. */
export function EditRequestScreen({ requestId, onChanged, ...draftEnds }: EditRequestScreenProps) {
  // Another tab may have saved it a moment ago.
  const request = useQuery({ ...requestOptions({ id: requestId }), staleTime: 0 });
  // A draft that is sent from here stays a draft on this page, which leaves it a moment later.
  const [wasDraft, setWasDraft] = useState<boolean>();
  if (request.isPending) return <EditorSkeleton />;
  if (!request.data) {
    return (
      <ErrorState
        level={1}
        error={errorSentences(request.error)}
        onRetry={() => void request.refetch()}
        busy={request.isFetching}
      />
    );
  }
  if (request.data.isTemplate) return <Navigate replace to={pages.template.href({ id: requestId })} />;
  if (request.data.status === "cancelled")
    return <Navigate replace to={pages.request.href({ id: requestId })} />;
  if (wasDraft === undefined) setWasDraft(request.data.status === "draft");
  return (wasDraft ?? request.data.status === "draft") ? (
    <DraftScreen request={request.data} {...draftEnds} />
  ) : (
    <SentRequestScreen request={request.data} onChanged={onChanged} />
  );
}
