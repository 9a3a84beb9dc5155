import type { RequestDraft } from "@sheaf/contract/request-draft";
import { useReducer, useRef, useState } from "react";
import { type AppError, errorSentences, toAppError } from "../../../lib/errors.ts";
import { useKeeping } from "../../../lib/use-kept-form.ts";
import { checkDraft, type Purpose, refusedField } from "../checks.models.ts";
import type { DraftOnServer } from "../draft/use-draft-on-server.ts";
import { useSaving } from "../draft/use-saving.ts";
import {
  type DraftValues,
  editorReducer,
  type EditorState,
  toDraftWithLine,
  toEditorState,
} from "../editor.models.ts";
import { useExamples } from "../examples/use-examples.ts";
import { hasErrors, shownErrors, withRefusal } from "./shown-errors.models.ts";

interface RequestFormOptions {
  /** The server copy when the form opened, or what a new request begins with. */
  saved: RequestDraft | undefined;
  /** Input from an earlier visit that could not be saved. */
  unsaved: RequestDraft | undefined;
  /** Of a draft or template, which is saved automatically. */
  server?: DraftOnServer | undefined;
  /** Id of a request that was sent. */
  sentId?: string;
  /** Backs up unsaved input in this browser; called with undefined once everything is saved. */
  onBackUp: (draft: RequestDraft | undefined) => void;
}

export type RequestForm = ReturnType<typeof useRequestForm>;

/** The working copy, its errors and saving it, for drafts, sent requests and templates alike. */
export function useRequestForm({ saved, unsaved, server, sentId, onBackUp }: RequestFormOptions) {
  const [state, dispatch] = useReducer(editorReducer, unsaved ?? saved, toEditorState);
  const [tried, setTried] = useState<Purpose | null>(null);
  const [busy, setBusy] = useState<Purpose | null>(null);
  const [isHeld, setHeld] = useState(false);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const isDone = useRef(false);
  const saving = useSaving({ state, dispatch, saved, server, isBusy: busy !== null || isHeld });
  const { synced, changed, status, saveNow } = saving;
  const isUnsaved = changed || state.line.trim() !== "";
  useKeeping(isUnsaved ? toDraftWithLine(state) : undefined, (draft) =>
    onBackUp(isDone.current ? undefined : draft),
  );

  const [restored, setRestored] = useState<"unsaved" | "saved" | null>(unsaved && changed ? "unsaved" : null);
  if (restored === "unsaved" && !changed) setRestored("saved");
  const examples = useExamples({
    requestId: sentId ?? server?.copy()?.id,
    isSent: sentId !== undefined,
    canSave: saving.canSave,
    saveItem: saving.saveItem,
  });

  const shownRefusal = refusal ?? (status.name === "refused" ? status.error : null);
  const errors = withRefusal(shownErrors(state, tried), shownRefusal);

  /** The draft for a purpose. If it isn't right, null: the form then says why, and focuses the first wrong field. */
  const checked = (purpose: Purpose, over: Partial<EditorState> = {}): RequestDraft | null => {
    const result = checkDraft({ ...state, ...over }, purpose);
    if (result.ok) return result.draft;
    setTried(purpose);
    focusFirstError();
    return null;
  };
  /** Saves or sends by a button. Resolves to true if that succeeded; otherwise the form says why not. */
  const submit = async (purpose: Purpose, act: (draft: RequestDraft) => Promise<void>): Promise<boolean> => {
    setTried(purpose);
    setRefusal(null);
    const draft = checked(purpose);
    if (draft === null) return false;
    setBusy(purpose);
    try {
      await act(draft);
      isDone.current = true;
      return true;
    } catch (error) {
      setRefusal(toAppError(error));
      focusFirstError();
      // Not after success: the page leaves, and nothing is unsaved.
      setBusy(null);
      return false;
    }
  };

  /** Saves outside of a submission. Resolves to true if that succeeded; otherwise the form says why not. */
  const save = async (): Promise<boolean> => {
    setRefusal(null);
    const draft = checked("save");
    if (draft === null) return false;
    try {
      await saveNow(draft);
      return true;
    } catch (error) {
      setRefusal(toAppError(error));
      return false;
    }
  };

  return {
    state,
    dispatch,
    change: (values: Partial<DraftValues>) => dispatch({ type: "value-changed", change: values }),
    changed,
    /** Something was entered, or saved before. */
    hasContent: isUnsaved || server?.copy() !== undefined,
    status,
    errors,
    hasErrors: hasErrors(errors),
    /** A refusal that no field shows. */
    refusal: shownRefusal && !refusedField(shownRefusal.code) ? errorSentences(shownRefusal) : null,
    hasConflict: (server?.conflicts.length ?? 0) > 0,
    busy,
    restored,
    examples,
    checked,
    save,
    submit,
    saveNow,
    /** Another save in between would refuse what the act adds to the version that it knows. */
    withoutAutosave: async (act: () => Promise<void>) => {
      setHeld(true);
      try {
        await act();
      } finally {
        setHeld(false);
      }
    },
    /** Goes back to the version before the restored input. */
    discardRestored: () => {
      setRestored(null);
      dispatch({ type: "discarded", to: synced });
      onBackUp(undefined);
    },
    /** The page is left without saving. */
    abandon: () => {
      isDone.current = true;
    },
  };
}

/** Focuses the first invalid field once the errors are rendered. */
function focusFirstError(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>("form [aria-invalid=true], form [data-has-error=true]")?.focus();
  });
}
