import type { RequestDraft } from "@sheaf/contract/request-draft";
import { type KeyboardEvent, useReducer, useState } from "react";
import { type AppError, errorSentences, errorText, toAppError } from "../../lib/errors.ts";
import { relativeDay } from "../../lib/dates.ts";
import { useNow } from "../../lib/now.ts";
import { Field } from "../../ui/forms/field.tsx";
import { TextArea } from "../../ui/forms/text-area.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { checkDraft, type DraftErrors, type Purpose, refusedField } from "./checks.models.ts";
import { editorReducer, type EditorState, isChanged, toEditorState } from "./editor.models.ts";
import { ItemsField } from "./items-field.tsx";
import { LeaveGuard } from "./leave-guard.tsx";
import { ReadyCard } from "./ready-card.tsx";
import { RecipientsField } from "./recipients-field.tsx";
import styles from "./request-editor.module.css";

interface RequestEditorProps {
  /** A saved draft; undefined for a new request. */
  saved?: RequestDraft;
  /** Saves or sends a valid draft and navigates away. Fails with an `AppError`. */
  onSubmit: (draft: RequestDraft, purpose: Purpose) => Promise<void>;
}

/** The form for a request, with a summary card beside it. */
export function RequestEditor({ saved, onSubmit }: RequestEditorProps) {
  const [state, dispatch] = useReducer(editorReducer, saved, toEditorState);
  const [tried, setTried] = useState<Purpose | null>(null);
  const [busy, setBusy] = useState<Purpose | null>(null);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const now = useNow();

  const isPast = state.dueOn !== null && relativeDay(state.dueOn, now) < 0;
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
        <Field label="Title" error={errors.title}>
          <TextInput
            value={state.title}
            autoFocus={!saved}
            autoComplete="off"
            onChange={(event) => dispatch({ type: "title-written", title: event.target.value })}
            onKeyDown={preventSubmit}
          />
        </Field>
        <div className={styles["pair"]}>
          <RecipientsField recipients={state.recipients} error={errors.recipients} onAction={dispatch} />
          <Field
            label="Due date"
            error={errors.dueOn}
            warning={isPast && "This date has passed. The request will be overdue as soon as you send it."}
          >
            <TextInput
              type="date"
              value={state.dueOn ?? ""}
              onChange={(event) => dispatch({ type: "day-chosen", dueOn: event.target.value || null })}
              onKeyDown={preventSubmit}
            />
          </Field>
        </div>
        <ItemsField
          items={state.items}
          error={errors.items}
          errorsByItem={errors.byItem}
          onAction={dispatch}
        />
        <Field label="Message" optional error={errors.message}>
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
        onSave={() => void submit("save")}
      />
      <LeaveGuard armed={busy === null && isChanged(state, saved)} onSave={() => void submit("save")} />
    </form>
  );
}

/** All errors at once, except for a title that nobody has had the chance to enter yet. */
function shownErrors(state: EditorState, tried: Purpose | null): DraftErrors {
  const checked = checkDraft(state, tried ?? "save");
  if (checked.ok) return { byItem: new Map() };
  const { title, ...rest } = checked.errors;
  const isUntouched = tried === null && state.title.trim() === "";
  return title === undefined || isUntouched ? rest : checked.errors;
}

function hasErrors({ byItem, ...fields }: DraftErrors): boolean {
  return byItem.size > 0 || Object.values(fields).some((text) => text !== undefined);
}

/** Adds a refusal by the service to the field that it concerns. */
function withRefusal(errors: DraftErrors, refusal: AppError | null): DraftErrors {
  const field = refusal && refusedField(refusal.code);
  if (!field) return errors;
  return { ...errors, [field]: errors[field] ?? errorText(refusal) };
}

/** Enter in a single-line field must not send the request. */
function preventSubmit(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}

/** Focuses the first invalid field once the errors are rendered. */
function focusFirstError(): void {
  requestAnimationFrame(() => {
    document.querySelector<HTMLElement>("form [aria-invalid=true], form [data-has-error=true]")?.focus();
  });
}
