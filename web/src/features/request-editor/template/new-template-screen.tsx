import { pages } from "@sheaf/contract/pages";
import { useCreateTemplate } from "../../../data/templates/create-template.mutation.ts";
import { Link } from "../../../lib/navigation.tsx";
import { useKeptForm } from "../../../lib/use-kept-form.ts";
import { PageTitle } from "../../../ui/layout/page-title.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { ConflictNotice } from "../conflict-notice.tsx";
import { backupName, parseBackup } from "../draft/local-backup.models.ts";
import { useDraftOnServer } from "../draft/use-draft-on-server.ts";
import styles from "../editor-screen.module.css";
import { TemplateForm } from "./template-form.tsx";

interface NewTemplateScreenProps {
  workspaceId: string;
  onSaved: () => void;
}

/** Creates a template. */
export function NewTemplateScreen({ workspaceId, onSaved }: NewTemplateScreenProps) {
  const create = useCreateTemplate();
  const toast = useToast();
  const backup = useKeptForm(`new template in ${workspaceId}`, parseBackup);
  const server = useDraftOnServer(undefined, async (draft) => {
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
      <ConflictNotice conflicts={server.conflicts} />
      <TemplateForm
        unsaved={backup.found?.draft}
        server={server}
        onBackUp={(draft) => {
          const copy = server.copy();
          backup.keep(copy ? undefined : draft && { draft, revision: 0 });
          if (!copy) return;
          // From here on the backup belongs to the saved template, so the next new template begins empty.
          const { id, revision, draft: base } = copy;
          backup.keep(draft && { draft, base, revision }, backupName(id));
        }}
        onSaved={() => {
          toast({ message: "Template saved", tone: "success" });
          onSaved();
        }}
      />
    </>
  );
}
