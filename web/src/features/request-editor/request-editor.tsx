import type { RequestDraft } from "@sheaf/contract/request-draft";
import { type KeyboardEvent, useReducer, useState } from "react";
import { type AppError, errorSentences, errorText, toAppError } from "../../lib/errors.ts";
import { useNow } from "../../lib/now.ts";
import { Field } from "../../ui/field.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { checkDraft, type DraftErrors, type Purpose, refusedField } from "./checks.models.ts";
import { editorReducer, type EditorState, isChanged, toEditorState } from "./editor.models.ts";
import { focusFirstError } from "./focus-first-error.ts";
import { ItemsField } from "./items-field.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { ReadyCard } from "./ready-card.tsx";
import { RecipientsField } from "./recipients-field.tsx";
import styles from "./request-editor.module.css";

interface RequestEditorProps {
  /** A draft that was kept before; none for a new request. */
  saved?: RequestDraft;
  /** Keeps or sends a checked draft and leads away from here; fails with an `AppError`. */
  onSubmit: (draft: RequestDraft, purpose: Purpose) => Promise<void>;
}

/** Writes a request: title, people, day, checklist and a word to them, with what is ready beside it. */
export function RequestEditor({ saved, onSubmit }: RequestEditorProps) {
  const [state, dispatch] = useReducer(editorReducer, saved, toEditorState);
  const [tried, setTried] = useState<Purpose | null>(null);
  const [busy, setBusy] = useState<Purpose | null>(null);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const now = useNow();

  const errors = withRefusal(shownErrors(state, tried), refusal);

  const submit = async (purpose: Purpose) => {
    setTried(purpose);
    setRefusal(null);
    const result = checkDraft(state, purpose);
    if (!result.ok) {
      focusFirstError();
      return;
    }
    setBusy(purpose);
    try {
      await onSubmit(result.draft, purpose);
    } catch (error) {
      setRefusal(toAppError(error));
      focusFirstError();
    } finally {
      setBusy(null);
    }
  };

  return (
    <form
      noValidate
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void submit("send");
      }}
    >
      <div className={styles["fields"]}>
        <Field label="What is it for?" error={errors.title}>
          <TextInput
            value={state.title}
            autoFocus={!saved}
            autoComplete="off"
            onChange={(event) => dispatch({ type: "title-written", title: event.target.value })}
            onKeyDown={keepEnterFromSending}
          />
        </Field>
        <div className={styles["pair"]}>
          <RecipientsField recipients={state.recipients} error={errors.recipients} onAction={dispatch} />
          <Field label="Needed by" error={errors.dueOn}>
            <TextInput
              type="date"
              value={state.dueOn ?? ""}
              onChange={(event) => dispatch({ type: "day-chosen", dueOn: event.target.value || null })}
              onKeyDown={keepEnterFromSending}
            />
          </Field>
        </div>
        <ItemsField
          items={state.items}
          error={errors.items}
          errorsByItem={errors.byItem}
          onAction={dispatch}
        />
        <Field label="A word to them" optional error={errors.message}>
          <TextArea
            value={state.message}
            onChange={(event) => dispatch({ type: "message-written", message: event.target.value })}
          />
        </Field>
      </div>
      <ReadyCard
        state={state}
        now={now}
        hasErrors={hasErrors(errors)}
        busy={busy}
        refusal={refusal && !refusedField(refusal.code) ? errorSentences(refusal) : null}
        onKeep={() => void submit("keep")}
      />
      <LeaveGuard armed={busy === null && isChanged(state, saved)} onKeep={() => void submit("keep")} />
    </form>
  );
}

/** Everything that is wrong, at once; only that something is still to be written waits until it is asked for. */
function shownErrors(state: EditorState, tried: Purpose | null): DraftErrors {
  const checked = checkDraft(state, tried ?? "keep");
  if (checked.ok) return { byItem: new Map() };
  const { title, ...rest } = checked.errors;
  const isUntouched = tried === null && state.title.trim() === "";
  return title === undefined || isUntouched ? rest : checked.errors;
}

/** Whether a field or an item says that something is wrong with it. */
function hasErrors({ byItem, ...fields }: DraftErrors): boolean {
  return byItem.size > 0 || Object.values(fields).some((words) => words !== undefined);
}

/** What only the service could know is said at the field that it is about. */
function withRefusal(errors: DraftErrors, refusal: AppError | null): DraftErrors {
  const field = refusal && refusedField(refusal.code);
  if (!field) return errors;
  return { ...errors, [field]: errors[field] ?? errorText(refusal) };
}

/** Enter in a single-line field belongs to that field; sending takes its own button. */
function keepEnterFromSending(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}
