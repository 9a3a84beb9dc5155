import { pages } from "@sheaf/contract/pages";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { useCreateRequest } from "../../data/requests/create-request.mutation.ts";
import { useSendRequest } from "../../data/requests/send-request.mutation.ts";
import { useUpdateDraft } from "../../data/requests/update-draft.mutation.ts";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import styles from "./editor-screen.module.css";
import { RequestEditor } from "./request-editor.tsx";

interface NewRequestScreenProps {
  workspaceId: string;
  onSaved: () => void;
  onSent: (id: string) => void;
}

/** Creates a request. */
export function NewRequestScreen({ workspaceId, onSaved, onSent }: NewRequestScreenProps) {
  const create = useCreateRequest();
  const update = useUpdateDraft();
  const send = useSendRequest();
  const toast = useToast();
  // Saved but not sent, for example after a network failure: the next attempt must not create a second request.
  const savedId = useRef<string>(undefined);

  return (
    <>
      <PageTitle>New request</PageTitle>
      <p className={styles["crumb"]}>
        <Link to={pages.requests.href()}>Requests</Link>
      </p>
      <h1>New request</h1>
      <RequestEditor
        onSubmit={async (draft, purpose) => {
          if (savedId.current) await update.mutateAsync({ requestId: savedId.current, draft });
          else savedId.current = await create.mutateAsync({ workspaceId, draft });
          if (purpose === "send") {
            await send.mutateAsync({ requestId: savedId.current });
            onSent(savedId.current);
          } else {
            toast({ message: "Saved as draft" });
            onSaved();
          }
        }}
      />
    </>
  );
}
