import { pages } from "@sheaf/contract/pages";
import type { RequestDraft } from "@sheaf/contract/request-draft";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { Link } from "../../lib/navigation.tsx";
import { useEditRequest } from "../../data/requests/edit-request.mutation.ts";
import { type Request, toSavedDraft } from "../../data/requests/request.models.ts";
import { requestOptions } from "../../data/requests/request.query.ts";
import { toAppError } from "../../lib/errors.ts";
import { useKeptForm } from "../../lib/use-kept-form.ts";
import { PageTitle } from "../../ui/layout/page-title.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import { type Conflict, conflictsOf } from "./conflict.models.ts";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./editor-screen.module.css";
import { backupName, parseBackup } from "./draft/local-backup.models.ts";
import { isAnswered } from "./answered.models.ts";
import { SentForm } from "./sent-form.tsx";
import { toChange, withKnownIds } from "./draft/changes.models.ts";

interface SentRequestScreenProps {
  request: Request;
  onChanged: () => void;
}

/** Edits a request that recipients may be answering at this moment. */
export function SentRequestScreen({ request, onChanged }: SentRequestScreenProps) {
  const edit = useEditRequest();
  const cache = useQueryClient();
  const toast = useToast();
  // Fixed at the first render, so that a refetch does not overwrite what the user is typing.
  const backup = useKeptForm(backupName(request.id), parseBackup);
  const [start] = useState(() => ({
    draft: backup.found?.base ?? toSavedDraft(request),
    revision: backup.found?.revision ?? request.revision,
  }));
  const saved = start.draft;
  const [answered] = useState(() => new Set(request.items.filter(isAnswered).map(({ id }) => id)));
  const [conflicts, setConflicts] = useState<Conflict[]>([]);
  const latest = useRef(start);
  const requestId = request.id;

  const save = async (draft: RequestDraft) => {
    const change = withKnownIds(toChange(saved, draft), latest.current.draft);
    await edit.mutateAsync({ requestId, revision: latest.current.revision, change });
  };
  /** Saves unless the same field was changed on both sides; then shows both versions, and saving again decides. */
  const saveOrCompare = async (draft: RequestDraft) => {
    try {
      await save(draft);
    } catch (error) {
      if (toAppError(error).code !== "request.stale") throw error;
      const now = await cache.fetchQuery({ ...requestOptions({ id: requestId }), staleTime: 0 });
      latest.current = { draft: toSavedDraft(now), revision: now.revision };
      const found = conflictsOf({ saved, mine: draft, theirs: latest.current.draft });
      setConflicts(found);
      if (found.length > 0) throw error;
      await save(draft);
    }
  };

  return (
    <>
      <PageTitle>{`Edit ${request.title}`}</PageTitle>
      <p className={styles["crumb"]}>
        <Link to={pages.request.href({ id: requestId })}>
          <UserText>{request.title}</UserText>
        </Link>
      </p>
      <h1>Edit request</h1>
      <ConflictNotice conflicts={conflicts} />
      <SentForm
        requestId={requestId}
        saved={saved}
        unsaved={backup.found?.draft}
        answered={answered}
        onDiscard={onChanged}
        onBackUp={(draft) => backup.keep(draft && { draft, base: saved, revision: latest.current.revision })}
        onSave={saveOrCompare}
        onSaved={() => {
          toast({ message: "Changes saved. Recipients see them marked.", tone: "success" });
          onChanged();
        }}
      />
    </>
  );
}
