import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link } from "react-router-dom";
import type { Request } from "../../data/requests/request.models.ts";
import { requestOptions } from "../../data/requests/request.query.ts";
import { useSendRequest } from "../../data/requests/send-request.mutation.ts";
import { useUpdateDraft } from "../../data/requests/update-draft.mutation.ts";
import { errorSentences } from "../../lib/errors.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { useToast } from "../../ui/toast.tsx";
import { EditorSkeleton } from "./editor-skeleton.tsx";
import styles from "./editor-screen.module.css";
import { RequestEditor } from "./request-editor.tsx";
import { toSavedDraft } from "./saved-draft.models.ts";

interface EditRequestScreenProps {
  requestId: string;
  onKept: () => void;
  onSent: () => void;
  /** What stands in place of the editor when there is nothing left to edit. */
  alreadySent: ReactNode;
}

/** A kept draft, opened again. */
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
  // Sent from here it is no draft any more before `onSent` leads away; its link is shown only there.
  const isSentHere = send.isPending || send.isSuccess;
  if (request.data.status !== "draft" && !isSentHere) return alreadySent;
  return <Draft request={request.data} onSend={() => send.mutateAsync({ requestId })} {...ends} />;
}

interface DraftProps extends Pick<EditRequestScreenProps, "onKept" | "onSent"> {
  request: Request;
  onSend: () => Promise<unknown>;
}

function Draft({ request, onSend, onKept, onSent }: DraftProps) {
  const update = useUpdateDraft();
  const toast = useToast();
  // As it was opened: what arrives later by refetching must not pull the words from under the person's hands.
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
            toast({ message: "Kept as a draft" });
            onKept();
          }
        }}
      />
    </>
  );
}
