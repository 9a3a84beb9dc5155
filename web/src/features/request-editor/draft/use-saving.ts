import type { RequestDraft } from "@sheaf/contract/request-draft";
import { type Dispatch, useEffect, useEffectEvent, useState } from "react";
import { AppError } from "../../../lib/errors.ts";
import { checkDraft } from "../checks.models.ts";
import {
  type EditorAction,
  type EditorItem,
  type EditorState,
  isChanged,
  toDraft,
  toEditorState,
} from "../editor.models.ts";
import { type MergeBase, mergeServerCopy } from "./merge.models.ts";
import { useAutosave } from "./use-autosave.ts";
import type { DraftOnServer, ServerCopy } from "./use-draft-on-server.ts";

interface SavingOptions {
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  /** The server copy when the editor opened; undefined for a new request. */
  saved: RequestDraft | undefined;
  /** Undefined for a request that was sent, which is saved on request only. */
  server: DraftOnServer | undefined;
  /** Saved or sent by a button at this moment. */
  isBusy: boolean;
}

/** Keeps the two copies in sync: saves automatically, and merges ids and another tab's changes. */
export function useSaving({ state, dispatch, saved, server, isBusy }: SavingOptions) {
  /** The working copy when it was last the same as the server copy. */
  const [synced, setSynced] = useState(() => toEditorState(saved));
  const changed = isChanged(state, synced);
  const checked = checkDraft(state, "save");
  const canSave = server !== undefined && server.conflicts.length === 0 && checked.ok;

  const mergeIn = (base: MergeBase) => {
    dispatch({ type: "merged", merge: (current) => mergeServerCopy(current, base) });
    setSynced({ ...base.workingCopy, ...mergeServerCopy(base.workingCopy, base) });
  };
  const save = async (draft: RequestDraft): Promise<{ isMerged: boolean; items: EditorState["items"] }> => {
    if (!server) return { isMerged: false, items: state.items };
    const { draft: newServerCopy, isMerged } = await server.save(draft);
    const base = { workingCopy: state, serverCopy: draft, newServerCopy };
    mergeIn(base);
    return { isMerged, items: mergeServerCopy(state, base).items ?? state.items };
  };
  const { status, refuse } = useAutosave({
    unsaved: canSave && changed && !isBusy ? JSON.stringify(toDraft(state)) : undefined,
    save: async () => {
      if (checked.ok) await save(checked.draft);
    },
  });

  const learn = useEffectEvent((newer: ServerCopy) => {
    const known = server?.copy();
    if (!server || !known || newer.revision <= known.revision || server.isSaving()) return;
    mergeIn({ workingCopy: synced, serverCopy: known.draft, newServerCopy: newer.draft });
    // Otherwise the next save finds out whether both have changed the same field.
    if (!changed) server.adopt(newer);
  });
  const watch = server?.watch;
  useEffect(() => watch?.((newer) => learn(newer)), [watch]);

  /** Saves by a button. Resolves to true if changes from another tab or member have come in. */
  const saveNow = async (draft: RequestDraft): Promise<boolean> => {
    try {
      return (await save(draft)).isMerged;
    } catch (error) {
      refuse(JSON.stringify(toDraft(state)));
      throw error;
    }
  };
  /** Id of an item's row; the draft is saved first if the item has none. */
  const saveItem = async (key: number): Promise<string> => {
    const isSought = (item: EditorItem) => item.key === key;
    const known = state.items.find(isSought)?.id;
    const id = known ?? (checked.ok ? (await save(checked.draft)).items.find(isSought)?.id : undefined);
    if (id === undefined) throw new AppError("not_found");
    return id;
  };
  return { synced, changed, status, saveNow, saveItem, canSave };
}
