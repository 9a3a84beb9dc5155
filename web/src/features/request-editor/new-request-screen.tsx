import { pages } from "@sheaf/contract/pages";
import { Link } from "../../lib/navigation.tsx";
import { useCreateRequest } from "../../data/requests/create-request.mutation.ts";
import { useAddTemplateItems } from "../../data/templates/add-template-items.mutation.ts";
import { useDraftFromTemplate } from "../../data/templates/use-template.mutation.ts";
import { useSendRequest } from "../../data/requests/send-request.mutation.ts";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { AppError } from "../../lib/errors.ts";
import { useKeptForm } from "../../lib/use-kept-form.ts";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import { keptDraftName, parseKeptDraft } from "./draft/kept-draft.models.ts";
import { useDraftStore } from "./draft/use-draft-store.ts";
import styles from "./editor-screen.module.css";
import { RequestEditor } from "./request-editor.tsx";

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
  const kept = useKeptForm(
    `new request in ${workspace.id}${recipient ? ` for ${recipient.email}` : ""}`,
    parseKeptDraft,
  );
  const store = useDraftStore(undefined, async (draft) => {
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
    const id = store.stored()?.id;
    if (id === undefined) throw new AppError("unknown");
    return id;
  };

  return (
    <>
      <PageTitle>New request</PageTitle>
      <p className={styles["crumb"]}>
        <Link to={pages.requests.href()}>Requests</Link>
      </p>
      <h1>New request</h1>
      <ConflictNotice conflicts={store.conflicts} />
      <RequestEditor
        unsaved={kept.found?.draft}
        recipients={recipient && [recipient]}
        store={store}
        workspace={workspace}
        templateChoice={{
          onPick: async ({ id: templateId, title }) => {
            const stored = store.stored();
            if (!stored) return onTemplate(await use.mutateAsync({ templateId }));
            await add.mutateAsync({ requestId: stored.id, revision: stored.revision, templateId });
            toast({ message: `Items from “${title}” added`, tone: "success" });
            onTemplate(stored.id);
          },
        }}
        onKeep={(draft) => {
          const stored = store.stored();
          kept.keep(stored ? undefined : draft && { draft, revision: 0 });
          if (!stored) return;
          // From here on it is the stored draft that has unsaved changes, and the next new request begins empty.
          const { id, revision, draft: base } = stored;
          kept.keep(draft && { draft, base, revision }, keptDraftName(id));
        }}
        onSubmit={async (_, { purpose, isInviting }) => {
          if (purpose === "send") await send.mutateAsync({ requestId: storedId(), isInviting });
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
