import { pages } from "@sheaf/contract/pages";
import { Link } from "../../lib/navigation.tsx";
import { useCreateRequest } from "../../data/requests/create-request.mutation.ts";
import { useAddTemplateItems } from "../../data/templates/add-template-items.mutation.ts";
import { useDraftFromTemplate } from "../../data/templates/use-template.mutation.ts";
import { useSendRequest } from "../../data/requests/send-request.mutation.ts";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { AppError } from "../../lib/errors.ts";
import { useKeptForm } from "../../lib/use-kept-form.ts";
import { OneOrMany } from "../../steps/request-kind/one-or-many.tsx";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import { DraftForm } from "./draft/draft-form.tsx";
import { backupName, parseBackup } from "./draft/local-backup.models.ts";
import { useDraftOnServer } from "./draft/use-draft-on-server.ts";
import styles from "./editor-screen.module.css";

interface NewRequestScreenProps {
  workspace: Pick<Workspace, "id" | "name">;
  /** Filled in already. */
  recipient?: { email: string; name: string } | undefined;
  onSaved: () => void;
  onSent: (id: string) => void;
  /** Called once the request is a draft with the items of a template. */
  onTemplate: (id: string) => void;
}

/** Creates a request. */
export function NewRequestScreen(props: NewRequestScreenProps) {
  const { workspace, recipient, onSaved, onSent, onTemplate } = props;
  const create = useCreateRequest();
  const send = useSendRequest();
  const toast = useToast();
  const backup = useKeptForm(
    `new request in ${workspace.id}${recipient ? ` for ${recipient.email}` : ""}`,
    parseBackup,
  );
  const server = useDraftOnServer(undefined, async (draft) => {
    const id = await create.mutateAsync({ workspaceId: workspace.id, draft });
    // A reload opens the draft. Another page may be open by now.
    if (location.pathname === pages.newRequest.href()) {
      history.replaceState(history.state, "", pages.editRequest.href({ id }));
    }
    return id;
  });
  const use = useDraftFromTemplate();
  const add = useAddTemplateItems();
  const storedId = () => {
    const id = server.copy()?.id;
    if (id === undefined) throw new AppError("unknown");
    return id;
  };

  return (
    <>
      <PageTitle>New request</PageTitle>
      <p className={styles["crumb"]}>
        <Link to={pages.requests.href()}>Requests</Link>
      </p>
      <div className={styles["top"]}>
        <h1>New request</h1>
        <OneOrMany current="one" />
      </div>
      <ConflictNotice conflicts={server.conflicts} />
      <DraftForm
        unsaved={backup.found?.draft}
        recipients={recipient && [recipient]}
        server={server}
        workspace={workspace}
        onTemplate={async ({ id: templateId, title }) => {
          const copy = server.copy();
          if (!copy) return onTemplate(await use.mutateAsync({ templateId }));
          await add.mutateAsync({ requestId: copy.id, revision: copy.revision, templateId });
          toast({ message: `Items from “${title}” added`, tone: "success" });
          onTemplate(copy.id);
        }}
        onBackUp={(draft) => {
          const copy = server.copy();
          backup.keep(copy ? undefined : draft && { draft, revision: 0 });
          if (!copy) return;
          // From here on the backup belongs to the saved draft, so the next new request begins empty.
          const { id, revision, draft: base } = copy;
          backup.keep(draft && { draft, base, revision }, backupName(id));
        }}
        onSend={async (isInviting) => {
          await send.mutateAsync({ requestId: storedId(), isInviting });
        }}
        onDone={({ purpose, isInviting }) => {
          if (purpose === "send" && isInviting)
            toast({ message: "Request sent. We’re emailing the link.", tone: "success" });
          if (purpose === "send") return onSent(storedId());
          toast({ message: "Saved as draft" });
          onSaved();
        }}
      />
    </>
  );
}
