import type { RequestDraft } from "@sheaf/contract/request-draft";
import { QueryObserver, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef, useState } from "react";
import { useEditRequest } from "../../../data/requests/edit-request.mutation.ts";
import { requestOptions } from "../../../data/requests/request.query.ts";
import { AppError, toAppError } from "../../../lib/errors.ts";
import { type Conflict, conflictsOf } from "../conflict.models.ts";
import { type Request, toSavedDraft } from "../../../data/requests/request.models.ts";
import { toChange, withFoundIds, withKnownIds } from "./saved-draft.models.ts";

/** A draft as the service has it. */
export interface StoredDraft {
  id: string;
  revision: number;
  draft: RequestDraft;
}

export interface SavedDraft {
  /** With its ids, and with what somebody else has changed in other fields. */
  draft: RequestDraft;
  /** True if somebody else has. */
  isMerged: boolean;
}

export interface DraftStore {
  /** The version stored last; undefined before the first save of a new request. */
  stored: () => StoredDraft | undefined;
  /** Saves what was changed. */
  save: (draft: RequestDraft) => Promise<SavedDraft>;
  isSaving: () => boolean;
  /** Reports each version that is read for the page, which may be another tab's. Returns the function that stops it. */
  watch: (listener: (read: StoredDraft) => void) => () => void;
  /** Takes another tab's version as the one that the next save begins from. */
  adopt: (newer: StoredDraft) => void;
  /** Fields that were changed on both sides. Saving again replaces the other version. */
  conflicts: readonly Conflict[];
}

export function toStored(request: Request): StoredDraft {
  return { id: request.id, revision: request.revision, draft: toSavedDraft(request) };
}

/**
 * Saves a draft, one save at a time. Fails with `request.stale` if somebody else has changed the same field, and with
 * `draft.sent` if the draft has been sent.
 */
export function useDraftStore(
  start: StoredDraft | undefined,
  create: (draft: RequestDraft) => Promise<string>,
): DraftStore {
  const edit = useEditRequest();
  const cache = useQueryClient();
  const stored = useRef(start);
  const id = start?.id;
  const running = useRef<Promise<unknown>>(undefined);
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);

  const read = async (id: string, staleTime: number): Promise<StoredDraft> => {
    const request = await cache.fetchQuery({ ...requestOptions({ id }), staleTime });
    if (request.status !== "draft") throw new AppError("draft.sent");
    return toStored(request);
  };
  const change = async (from: StoredDraft, difference: Partial<RequestDraft>): Promise<void> => {
    const { id, revision, draft } = from;
    const changed = withKnownIds(difference, draft);
    await edit.mutateAsync({ requestId: id, revision, change: changed });
    // The mutation has read it again if it is shown.
    stored.current = await read(id, 1000);
  };
  const saveNow = async (draft: RequestDraft): Promise<SavedDraft> => {
    const from = stored.current;
    if (!from) {
      const id = await create(draft);
      // Remembered at once: if reading fails, the next save must not create a second request.
      stored.current = { id, revision: 0, draft: { ...draft, recipients: [], items: [] } };
      stored.current = await read(id, 0);
      return { draft: stored.current.draft, isMerged: false };
    }
    const difference = toChange(from.draft, withFoundIds(draft, from.draft));
    if (Object.keys(difference).length === 0) {
      stored.current = await read(from.id, 0);
      setConflicts([]);
      return { draft: stored.current.draft, isMerged: stored.current.revision !== from.revision };
    }
    let isMerged = false;
    try {
      await change(from, difference);
    } catch (error) {
      if (toAppError(error).code !== "request.stale") throw error;
      const latest = await read(from.id, 0);
      const found = conflictsOf({ saved: from.draft, mine: draft, theirs: latest.draft });
      stored.current = latest;
      setConflicts(found);
      if (found.length > 0) throw error;
      await change(latest, difference);
      isMerged = true;
    }
    setConflicts([]);
    return { draft: stored.current?.draft ?? draft, isMerged };
  };

  return {
    stored: useCallback(() => stored.current, []),
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
        return observer.subscribe(({ data }) => data && listener(toStored(data)));
      },
      [cache, id],
    ),
    adopt: useCallback((newer) => {
      stored.current = newer;
    }, []),
    conflicts,
  };
}
