import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Request } from "../../../data/requests/request.models.ts";
import { requestOptions } from "../../../data/requests/request.query.ts";
import { useDraftFromTemplate } from "../../../data/templates/use-template.mutation.ts";
import { errorSentences, errorText, toAppError } from "../../../lib/errors.ts";
import { Link, Navigate } from "../../../lib/navigation.tsx";
import { useKeptForm } from "../../../lib/use-kept-form.ts";
import { Button, buttonClass } from "../../../ui/forms/button.tsx";
import { PageTitle } from "../../../ui/layout/page-title.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { ConflictNotice } from "../conflict-notice.tsx";
import { backupName, parseBackup } from "../draft/local-backup.models.ts";
import { toServerCopy, useDraftOnServer } from "../draft/use-draft-on-server.ts";
import { EditorSkeleton } from "../editor-skeleton.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "../editor-screen.module.css";
import { TemplateForm } from "./template-form.tsx";

interface TemplateScreenProps {
  templateId: string;
  onSaved: () => void;
  /** A draft was made from it. */
  onUsed: (requestId: string) => void;
}

/** Edits a template. */
export function TemplateScreen({ templateId, onSaved, onUsed }: TemplateScreenProps) {
  // Another tab may have saved it a moment ago.
  const request = useQuery({ ...requestOptions({ id: templateId }), staleTime: 0 });
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
  if (!request.data.isTemplate) return <Navigate replace to={pages.request.href({ id: templateId })} />;
  return <SavedTemplate template={request.data} onSaved={onSaved} onUsed={onUsed} />;
}

interface SavedTemplateProps {
  template: Request;
  onSaved: () => void;
  /** A draft was made from it. */
  onUsed: (requestId: string) => void;
}

function SavedTemplate({ template, onSaved, onUsed }: SavedTemplateProps) {
  const toast = useToast();
  const use = useDraftFromTemplate();
  const templateId = template.id;
  const backup = useKeptForm(backupName(templateId), parseBackup);
  // A backup continues from the server copy that it was typed into.
  const [start] = useState(() =>
    backup.found?.base
      ? { id: templateId, revision: backup.found.revision, draft: backup.found.base }
      : toServerCopy(template),
  );
  const server = useDraftOnServer(start, () => Promise.resolve(templateId));
  const makeDraft = async () => {
    try {
      onUsed(await use.mutateAsync({ templateId }));
    } catch (error) {
      toast({ message: errorText(toAppError(error)) });
    }
  };
  return (
    <>
      <PageTitle>{template.title}</PageTitle>
      <p className={styles["crumb"]}>
        <Link to={pages.templates.href()}>Templates</Link>
      </p>
      <div className={styles["top"]}>
        <UserText as="h1">{template.title}</UserText>
        <div className={styles["uses"]}>
          <Link className={buttonClass()} to={pages.many.href({ template: templateId })}>
            Send to many
          </Link>
          <Button busy={use.isPending} onClick={() => void makeDraft()}>
            Use template
          </Button>
        </div>
      </div>
      <ConflictNotice conflicts={server.conflicts} />
      <TemplateForm
        saved={start.draft}
        unsaved={backup.found?.draft}
        server={server}
        onBackUp={(draft) => {
          const { revision, draft: base } = server.copy() ?? start;
          backup.keep(draft && { draft, base, revision });
        }}
        onSaved={() => {
          toast({ message: "Template saved", tone: "success" });
          onSaved();
        }}
      />
    </>
  );
}
