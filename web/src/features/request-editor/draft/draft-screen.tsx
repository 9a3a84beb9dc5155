import { pages } from "@sheaf/contract/pages";
import { useState } from "react";
import { Link } from "../../../lib/navigation.tsx";
import type { FromLastYear } from "../../../data/requests/next-year/moves.models.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { useSendRequest } from "../../../data/requests/send-request.mutation.ts";
import { useAddTemplateItems } from "../../../data/templates/add-template-items.mutation.ts";
import { useKeptForm } from "../../../lib/use-kept-form.ts";
import { PageTitle } from "../../../ui/layout/page-title.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { ConflictNotice } from "../conflict-notice.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "../editor-screen.module.css";
import { DeleteDraft } from "./delete-draft.tsx";
import { DraftForm } from "./draft-form.tsx";
import { LastYearNotice } from "./last-year-notice.tsx";
import { backupName, parseBackup } from "./local-backup.models.ts";
import { toServerCopy, useDraftOnServer } from "./use-draft-on-server.ts";

export interface DraftScreenProps {
  request: Request;
  /** Of a draft that was made from last year's request. */
  fromLastYear?: FromLastYear | undefined;
  onDraftSaved: () => void;
  onSent: () => void;
  onDeleted: () => void;
}

/** Edits a saved draft. */
export function DraftScreen(props: DraftScreenProps) {
  const { request, fromLastYear, onDraftSaved, onSent, onDeleted } = props;
  const send = useSendRequest();
  const add = useAddTemplateItems();
  const toast = useToast();
  const requestId = request.id;
  const backup = useKeptForm(backupName(requestId), parseBackup);
  // A backup continues from the server copy that it was typed into.
  const [start] = useState(() =>
    backup.found?.base
      ? { id: requestId, revision: backup.found.revision, draft: backup.found.base }
      : toServerCopy(request),
  );
  const server = useDraftOnServer(start, () => Promise.resolve(requestId));
  const [isDeleted, setDeleted] = useState(false);

  return (
    <>
      <PageTitle>{request.title}</PageTitle>
      <div className={styles["top"]}>
        <p className={styles["crumb"]}>
          <Link to={pages.requests.href({ filter: "drafts" })}>Drafts</Link>
        </p>
        <DeleteDraft
          requestId={requestId}
          onDeleted={() => {
            setDeleted(true);
            onDeleted();
          }}
        />
      </div>
      <UserText as="h1">{request.title}</UserText>
      {fromLastYear && <LastYearNotice from={fromLastYear} />}
      <ConflictNotice conflicts={server.conflicts} />
      <DraftForm
        saved={start.draft}
        unsaved={backup.found?.draft}
        server={isDeleted ? undefined : server}
        workspace={request.workspace}
        onTemplate={async ({ id: templateId, title }) => {
          const { revision } = server.copy() ?? start;
          await add.mutateAsync({ requestId, revision, templateId });
          toast({ message: `Items from “${title}” added`, tone: "success" });
        }}
        onBackUp={(draft) => {
          const { revision, draft: base } = server.copy() ?? start;
          backup.keep(draft && !isDeleted ? { draft, base, revision } : undefined);
        }}
        onSend={async (isInviting) => {
          await send.mutateAsync({ requestId, isInviting });
        }}
        onDone={({ purpose, isInviting }) => {
          if (purpose === "send" && isInviting)
            toast({ message: "Request sent. We’re emailing the link.", tone: "success" });
          if (purpose === "send") return onSent();
          toast({ message: "Saved as draft" });
          onDraftSaved();
        }}
      />
    </>
  );
}
