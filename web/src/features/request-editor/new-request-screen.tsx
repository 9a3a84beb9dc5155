import { pages } from "@sheaf/contract/pages";
import { useRef } from "react";
import { Link } from "react-router-dom";
import { useCreateRequest } from "../../data/requests/create-request.mutation.ts";
import { useSendRequest } from "../../data/requests/send-request.mutation.ts";
import { useUpdateDraft } from "../../data/requests/update-draft.mutation.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useToast } from "../../ui/toast.tsx";
import styles from "./editor-screen.module.css";
import { RequestEditor } from "./request-editor.tsx";

interface NewRequestScreenProps {
  workspaceId: string;
  onKept: () => void;
  onSent: (id: string) => void;
}

/** A request from nothing. */
export function NewRequestScreen({ workspaceId, onKept, onSent }: NewRequestScreenProps) {
  const create = useCreateRequest();
  const update = useUpdateDraft();
  const send = useSendRequest();
  const toast = useToast();
  // Kept but not sent, as when the network goes in between: the next attempt must not make a second request.
  const keptId = useRef<string>(undefined);

  return (
    <>
      <PageTitle>New request</PageTitle>
      <p className={styles["crumb"]}>
        <Link to={pages.requests.href()}>Requests</Link>
      </p>
      <h1>New request</h1>
      <RequestEditor
        onSubmit={async (draft, purpose) => {
          if (keptId.current) await update.mutateAsync({ requestId: keptId.current, draft });
          else keptId.current = await create.mutateAsync({ workspaceId, draft });
          if (purpose === "send") {
            await send.mutateAsync({ requestId: keptId.current });
            onSent(keptId.current);
          } else {
            toast({ message: "Kept as a draft" });
            onKept();
          }
        }}
      />
    </>
  );
}
