import { pages } from "@sheaf/contract/pages";
import { useCreateTemplate } from "../../../data/templates/create-template.mutation.ts";
import { Link } from "../../../lib/navigation.tsx";
import { useKeptForm } from "../../../lib/use-kept-form.ts";
import { PageTitle } from "../../../ui/layout/page-title.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { ConflictNotice } from "../conflict-notice.tsx";
import { keptDraftName, parseKeptDraft } from "../draft/kept-draft.models.ts";
import { useDraftStore } from "../draft/use-draft-store.ts";
import styles from "../editor-screen.module.css";
import { RequestEditor } from "../request-editor.tsx";

interface NewTemplateScreenProps {
  workspaceId: string;
  onSaved: () => void;
}

/** Creates a template. */
export function NewTemplateScreen({ workspaceId, onSaved }: NewTemplateScreenProps) {
  const create = useCreateTemplate();
  const toast = useToast();
  const kept = useKeptForm(`new template in ${workspaceId}`, parseKeptDraft);
  const store = useDraftStore(undefined, async (draft) => {
    const id = await create.mutateAsync({ workspaceId, draft });
    // A reload opens the template. Another page may be open by now.
    if (location.pathname === pages.newTemplate.href()) {
      history.replaceState(history.state, "", pages.template.href({ id }));
    }
    return id;
  });
  return (
    <>
      <PageTitle>New template</PageTitle>
      <p className={styles["crumb"]}>
        <Link to={pages.templates.href()}>Templates</Link>
      </p>
      <h1>New template</h1>
      <ConflictNotice conflicts={store.conflicts} />
      <RequestEditor
        unsaved={kept.found?.draft}
        store={store}
        isTemplate
        onKeep={(draft) => {
          const stored = store.stored();
          kept.keep(stored ? undefined : draft && { draft, revision: 0 });
          if (!stored) return;
          // From here on it is the stored template that has unsaved changes, and the next new template begins empty.
          const { id, revision, draft: base } = stored;
          kept.keep(draft && { draft, base, revision }, keptDraftName(id));
        }}
        onSubmit={() => Promise.resolve()}
        onDone={() => {
          toast({ message: "Template saved", tone: "success" });
          onSaved();
        }}
      />
    </>
  );
}
