import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import type { Request } from "../../data/requests/request.models.ts";
import { requestOptions } from "../../data/requests/request.query.ts";
import { useSendRequest } from "../../data/requests/send-request.mutation.ts";
import { useUpdateDraft } from "../../data/requests/update-draft.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { ErrorState } from "../../ui/status/error-state.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import styles from "./editor-screen.module.css";
import { RequestEditor } from "./request-editor.tsx";
import { toSavedDraft } from "./saved-draft.models.ts";

interface EditRequestScreenProps {
  requestId: string;
  onSaved: () => void;
  onSent: () => void;
  /** Rendered instead of the editor when the request has been sent. */
  alreadySent: ReactNode;
}

/** Edits a saved draft. */
export function EditRequestScreen({ requestId, alreadySent, ...ends }: EditRequestScreenProps) {
  const request = useQuery(requestOptions({ id: requestId }));
  const send = useSendRequest();
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
  // After sending, the request stops being a draft shortly before `onSent` navigates away.
  const isSentHere = send.isPending || send.isSuccess;
  if (request.data.status !== "draft" && !isSentHere) return alreadySent;
  return <Draft request={request.data} onSend={() => send.mutateAsync({ requestId })} {...ends} />;
}

interface DraftProps extends Pick<EditRequestScreenProps, "onSaved" | "onSent"> {
  request: Request;
  onSend: () => Promise<unknown>;
}

function Draft({ request, onSend, onSaved, onSent }: DraftProps) {
  const update = useUpdateDraft();
  const toast = useToast();
  // Fixed at the first render, so that a refetch does not overwrite what the user is typing.
  const [saved] = useState(() => toSavedDraft(request));
  const requestId = request.id;

  return (
    <>
      <PageTitle>{request.title}</PageTitle>
      <p className={styles["crumb"]}>
        <Link to={pages.requests.href({ filter: "drafts" })}>Drafts</Link>
      </p>
      <h1>{request.title}</h1>
      <RequestEditor
        saved={saved}
        onSubmit={async (draft, purpose) => {
          await update.mutateAsync({ requestId, draft });
          if (purpose === "send") {
            await onSend();
            onSent();
          } else {
            toast({ message: "Saved as draft" });
            onSaved();
          }
        }}
      />
    </>
  );
}
