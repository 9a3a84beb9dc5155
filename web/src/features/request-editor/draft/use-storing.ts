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
import { type StoredVersion, takeStored } from "./stored.models.ts";
import { useAutosave } from "./use-autosave.ts";
import type { DraftStore, StoredDraft } from "./use-draft-store.ts";

interface StoringOptions {
  state: EditorState;
  dispatch: Dispatch<EditorAction>;
  /** The service's version; undefined for a new request. */
  saved: RequestDraft | undefined;
  /** Undefined for a request that was sent, which is saved on request only. */
  store: DraftStore | undefined;
  /** Saved or sent by a button at this moment. */
  isBusy: boolean;
}

/** Keeps the editor and a stored draft in step: saves by itself, and takes in ids and what another tab has saved. */
export function useStoring({ state, dispatch, saved, store, isBusy }: StoringOptions) {
  /** The editor when it last agreed with the service. */
  const [agreed, setAgreed] = useState(() => toEditorState(saved));
  const changed = isChanged(state, agreed);
  const checked = checkDraft(state, "save");
  const canSave = store !== undefined && store.conflicts.length === 0 && checked.ok;

  const take = (version: StoredVersion) => {
    dispatch({ type: "merged", merge: (current) => takeStored(current, version) });
    setAgreed({ ...version.snapshot, ...takeStored(version.snapshot, version) });
  };
  const save = async (draft: RequestDraft): Promise<{ isMerged: boolean; items: EditorState["items"] }> => {
    if (!store) return { isMerged: false, items: state.items };
    const { draft: stored, isMerged } = await store.save(draft);
    const version = { snapshot: state, sent: draft, stored };
    take(version);
    return { isMerged, items: takeStored(state, version).items ?? state.items };
  };
  const { status, refuse } = useAutosave({
    unsaved: canSave && changed && !isBusy ? JSON.stringify(toDraft(state)) : undefined,
    save: async () => {
      if (checked.ok) await save(checked.draft);
    },
  });

  const learn = useEffectEvent((newer: StoredDraft) => {
    const known = store?.stored();
    if (!store || !known || newer.revision <= known.revision || store.isSaving()) return;
    take({ snapshot: agreed, sent: known.draft, stored: newer.draft });
    // Otherwise the next save finds out whether both have changed the same field.
    if (!changed) store.adopt(newer);
  });
  const watch = store?.watch;
  useEffect(() => watch?.((newer) => learn(newer)), [watch]);

  /** Saves by a button. Resolves to true if somebody else's changes have come in. */
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
  return { agreed, changed, status, saveNow, saveItem, canSave };
}
