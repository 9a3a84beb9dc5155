import type { RequestDraft } from "@sheaf/contract/request-draft";
import { QueryObserver, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { useEditRequest } from "../../../data/requests/edit-request.mutation.ts";
import { requestOptions } from "../../../data/requests/request.query.ts";
import { AppError, toAppError } from "../../../lib/errors.ts";
import { type Conflict, conflictsOf } from "../conflict.models.ts";
import { type Request, toSavedDraft } from "../../../data/requests/request.models.ts";
import { toChange, withFoundIds, withKnownIds } from "./changes.models.ts";

/**
 * An editor has up to three copies of a draft: the server copy (this one), the working copy (`EditorState`), and the local
 * backup, unsaved input in this browser.
 */
export interface ServerCopy {
  id: string;
  revision: number;
  draft: RequestDraft;
}

interface SaveResult {
  /** With its ids, and with changes that another tab or member has saved in other fields. */
  draft: RequestDraft;
  /** True if there were such changes. */
  isMerged: boolean;
}

export interface DraftOnServer {
  /** The latest server copy; undefined until a new request is first saved. */
  copy: () => ServerCopy | undefined;
  /** Saves what was changed. */
  save: (draft: RequestDraft) => Promise<SaveResult>;
  isSaving: () => boolean;
  /** Reports each version that is read for the page, which may be another tab's. Returns the function that stops it. */
  watch: (listener: (read: ServerCopy) => void) => () => void;
  /** Makes another tab's save the server copy that the next save starts from. */
  adopt: (newer: ServerCopy) => void;
  /** Fields that were changed on both sides. Saving again replaces the other version. */
  conflicts: readonly Conflict[];
}

export function toServerCopy(request: Request): ServerCopy {
  return { id: request.id, revision: request.revision, draft: toSavedDraft(request) };
}

/**
 * Saves a draft, one save at a time. Fails with `request.stale` if another tab or member has changed the same field, and with
 * `draft.sent` if the draft has been sent.
 */
export function useDraftOnServer(
  start: ServerCopy | undefined,
  create: (draft: RequestDraft) => Promise<string>,
): DraftOnServer {
  const edit = useEditRequest();
  const cache = useQueryClient();
  const copy = useRef(start);
  const id = start?.id;
  const running = useRef<Promise<unknown>>(undefined);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);

  const read = async (id: string, staleTime: number): Promise<ServerCopy> => {
    const request = await cache.fetchQuery({ ...requestOptions({ id }), staleTime });
    if (request.status !== "draft") throw new AppError("draft.sent");
    return toServerCopy(request);
  };
  const change = async (from: ServerCopy, difference: Partial<RequestDraft>): Promise<void> => {
    const { id, revision, draft } = from;
    const changed = withKnownIds(difference, draft);
    await edit.mutateAsync({ requestId: id, revision, change: changed });
    // The mutation has read it again if it is shown.
    copy.current = await read(id, 1000);
  };
  const saveNow = async (draft: RequestDraft): Promise<SaveResult> => {
    const from = copy.current;
    if (!from) {
      const id = await create(draft);
      // Remembered at once: if reading fails, the next save must not create a second request.
      copy.current = { id, revision: 0, draft: { ...draft, recipients: [], items: [] } };
      copy.current = await read(id, 0);
      return { draft: copy.current.draft, isMerged: false };
    }
    const difference = toChange(from.draft, withFoundIds(draft, from.draft));
    if (Object.keys(difference).length === 0) {
      copy.current = await read(from.id, 0);
      setConflicts([]);
      return { draft: copy.current.draft, isMerged: copy.current.revision !== from.revision };
    }
    let isMerged = false;
    try {
      await change(from, difference);
    } catch (error) {
      if (toAppError(error).code !== "request.stale") throw error;
      const latest = await read(from.id, 0);
      const found = conflictsOf({ saved: from.draft, mine: draft, theirs: latest.draft });
      copy.current = latest;
      setConflicts(found);
      if (found.length > 0) throw error;
      await change(latest, difference);
      isMerged = true;
    }
    setConflicts([]);
    return { draft: copy.current?.draft ?? draft, isMerged };
  };

  return {
    copy: useCallback(() => copy.current, []),
    save: (draft) => {
      // Behind the last one that waits, not only behind the one that runs.
      const saved = (running.current ?? Promise.resolve()).then(
        () => saveNow(draft),
        () => saveNow(draft),
      );
      running.current = saved;
      return saved.finally(() => {
        if (running.current === saved) running.current = undefined;
      });
    },
    isSaving: useCallback(() => running.current !== undefined, []),
    watch: useCallback(
      (listener) => {
        if (id === undefined) return () => undefined;
        const observer = new QueryObserver(cache, { ...requestOptions({ id }), enabled: false });
        return observer.subscribe(({ data }) => data && listener(toServerCopy(data)));
      },
      [cache, id],
    ),
    adopt: useCallback((newer) => {
      copy.current = newer;
    }, []),
    conflicts,
  };
}
