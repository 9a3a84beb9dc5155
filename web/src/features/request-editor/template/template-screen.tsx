import { pages } from "@sheaf/contract/pages";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Request } from "../../../data/requests/request.models.ts";
import { requestOptions } from "../../../data/requests/request.query.ts";
import { useSetTemplateDue } from "../../../data/templates/set-template-due.mutation.ts";
import type { Template } from "../../../data/templates/template.models.ts";
import { templatesOptions } from "../../../data/templates/templates.query.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { Link, Navigate } from "../../../lib/navigation.tsx";
import { useKeptForm } from "../../../lib/use-kept-form.ts";
import { PageTitle } from "../../../ui/layout/page-title.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { ConflictNotice } from "../conflict-notice.tsx";
import { keptDraftName, parseKeptDraft } from "../draft/kept-draft.models.ts";
import { toStored, useDraftStore } from "../draft/use-draft-store.ts";
import { EditorSkeleton } from "../editor-skeleton.tsx";
import styles from "../editor-screen.module.css";
import { RequestEditor } from "../request-editor.tsx";
import { useDueDays } from "./use-due-days.ts";

interface TemplateScreenProps {
  templateId: string;
  onSaved: () => void;
}

/** Edits a template. */
export function TemplateScreen({ templateId, onSaved }: TemplateScreenProps) {
  // Another tab may have saved it a moment ago.
  const request = useQuery({ ...requestOptions({ id: templateId }), staleTime: 0 });
  const workspaceId = request.data?.workspace.id;
  const templates = useQuery({
    ...templatesOptions({ workspaceId: workspaceId ?? "" }),
    enabled: workspaceId !== undefined,
  });
  const failed = [request, templates].find(({ isError, data }) => isError && data === undefined);
  if (failed) {
    return (
      <ErrorState
        level={1}
        error={errorSentences(failed.error)}
        onRetry={() => void failed.refetch()}
        busy={failed.isFetching}
      />
    );
  }
  if (!request.data || !templates.data) return <EditorSkeleton />;
  const template = templates.data.find(({ id }) => id === templateId);
  // A request that was made from a template has an address of its own.
  if (!template && !templates.isFetching)
    return <Navigate replace to={pages.request.href({ id: templateId })} />;
  if (!template) return <EditorSkeleton />;
  return <SavedTemplate request={request.data} template={template} onSaved={onSaved} />;
}

interface SavedTemplateProps {
  request: Request;
  template: Template;
  onSaved: () => void;
}

function SavedTemplate({ request, template, onSaved }: SavedTemplateProps) {
  const toast = useToast();
  const setDue = useSetTemplateDue();
  const templateId = template.id;
  const kept = useKeptForm(keptDraftName(templateId), parseKeptDraft);
  // What was kept begins from the version that it was typed into.
  const [start] = useState(() =>
    kept.found?.base
      ? { id: templateId, revision: kept.found.revision, draft: kept.found.base }
      : toStored(request),
  );
  const store = useDraftStore(start, () => Promise.resolve(templateId));
  const due = useDueDays(template.dueAfterDays, (days) => setDue.mutateAsync({ templateId, days }));
  return (
    <>
      <PageTitle>{request.title}</PageTitle>
      <p className={styles["crumb"]}>
        <Link to={pages.templates.href()}>Templates</Link>
      </p>
      <h1>{request.title}</h1>
      <ConflictNotice conflicts={store.conflicts} />
      <RequestEditor
        saved={start.draft}
        unsaved={kept.found?.draft}
        store={store}
        template={due}
        onKeep={(draft) => {
          const { revision, draft: base } = store.stored() ?? start;
          kept.keep(draft && { draft, base, revision });
        }}
        onSubmit={due.flush}
        onDone={() => {
          toast({ message: "Template saved", tone: "success" });
          onSaved();
        }}
      />
    </>
  );
}
