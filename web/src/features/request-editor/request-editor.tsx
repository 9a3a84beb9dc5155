import { emptyDraft, type RequestDraft } from "@sheaf/contract/request-draft";
import { type KeyboardEvent, useReducer, useRef, useState } from "react";
import type { Template } from "../../data/templates/template.models.ts";
import type { Workspace } from "../../data/workspaces/workspace.models.ts";
import { AppError, errorSentences, errorText, toAppError } from "../../lib/errors.ts";
import { relativeDay } from "../../lib/dates.ts";
import { useNow } from "../../lib/now.ts";
import { useKeeping } from "../../lib/use-kept-form.ts";
import { Field } from "../../ui/forms/field.tsx";
import { TextArea } from "../../ui/forms/text-area.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { checkDraft, type DraftErrors, type Purpose, refusedField } from "./checks.models.ts";
import { ChangesCard } from "./changes-card.tsx";
import { useSaving } from "./draft/use-saving.ts";
import type { DraftOnServer } from "./draft/use-draft-on-server.ts";
import { RestoredNotice } from "./draft/restored-notice.tsx";
import { saveStatusText } from "./draft/save-status.models.ts";
import { FromTemplate } from "./template/from-template.tsx";
import { SaveTemplateCard } from "./template/save-template-card.tsx";
import {
  type DraftValues,
  editorReducer,
  type EditorState,
  emptyTemplate,
  toEditorState,
  toDraftWithLine,
} from "./editor.models.ts";
import { useExamples } from "./examples/use-examples.ts";
import { ItemsField } from "./items-field.tsx";
import { RecipientView } from "./preview/recipient-view.tsx";
import { SendTest } from "./preview/send-test.tsx";
import { LeaveGuard } from "../../steps/leave-guard/leave-guard.tsx";
import { ReadyCard } from "./ready-card.tsx";
import { RecipientsField } from "./recipients-field.tsx";
import styles from "./request-editor.module.css";

interface RequestEditorProps {
  /** The text of a saved draft or a sent request; undefined for a new request. */
  saved?: RequestDraft;
  /** Input from an earlier visit that could not be saved. */
  unsaved?: RequestDraft | undefined;
  /** Filled in at the start of a new request. */
  recipients?: RequestDraft["recipients"] | undefined;
  /** Of a draft, which is saved automatically. */
  server?: DraftOnServer;
  /** For a request that was sent. */
  sent?: SentEdit;
  /** A template has no recipients, and a number of days in place of a date. */
  isTemplate?: boolean;
  /** Adds the items of a template. */
  templateChoice?: TemplateChoice;
  /** Whose request a new one or a draft is. */
  workspace?: Pick<Workspace, "id" | "name">;
  /** Backs up unsaved input in this browser; called with undefined once everything is saved. */
  onBackUp: (draft: RequestDraft | undefined) => void;
  /** Sends a draft, which is already saved, or saves a sent request. Fails with an `AppError`. */
  onSubmit: (draft: RequestDraft, submission: Submission) => Promise<void>;
  /** Leaves the page afterwards. */
  onDone: (submission: Submission) => void;
}

export interface Submission {
  purpose: Purpose;
  /** Sheaf emails the link; otherwise the sender shares it. */
  isInviting: boolean;
}

export interface TemplateChoice {
  /** Called after the draft was saved, unless it has nothing yet. Fails with an `AppError`. */
  onPick: (template: Template) => Promise<void>;
}

export interface SentEdit {
  requestId: string;
  /** Ids of items that were answered or decided: they can't be deleted. */
  answered: ReadonlySet<string>;
  /** Leaves without saving. */
  onDiscard: () => void;
}

/** The form for a request, with a summary card beside it. */
export function RequestEditor(props: RequestEditorProps) {
  const {
    unsaved,
    server,
    sent,
    isTemplate = false,
    templateChoice,
    workspace,
    onBackUp,
    onSubmit,
    onDone,
  } = props;
  const filledIn = props.recipients && { ...emptyDraft, recipients: props.recipients };
  const saved = props.saved ?? (isTemplate ? emptyTemplate : filledIn);
  const [state, dispatch] = useReducer(editorReducer, unsaved ?? saved, toEditorState);
  const change = (values: Partial<DraftValues>) => dispatch({ type: "value-changed", change: values });
  const [tried, setTried] = useState<Purpose | null>(null);
  const [busy, setBusy] = useState<Purpose | null>(null);
  const [isPicking, setPicking] = useState(false);
  const [isInviting, setInviting] = useState(true);
  const [refusal, setRefusal] = useState<AppError | null>(null);
  const isDone = useRef(false);
  const now = useNow();
  const { synced, changed, status, saveNow, saveItem, canSave } = useSaving({
    state,
    dispatch,
    saved,
    server,
    // Another save in between would refuse the items of a template, which are for the version that was saved for them.
    isBusy: busy !== null || isPicking,
  });
  const isUnsaved = changed || state.line.trim() !== "";
  useKeeping(isUnsaved ? toDraftWithLine(state) : undefined, (draft) =>
    onBackUp(isDone.current ? undefined : draft),
  );

  const [restored, setRestored] = useState<"unsaved" | "saved" | null>(unsaved && changed ? "unsaved" : null);
  if (restored === "unsaved" && !changed) setRestored("saved");
  const examples = useExamples({
    requestId: sent?.requestId ?? server?.copy()?.id,
    isSent: sent !== undefined,
    canSave,
    saveItem,
  });

  const isPast = state.due_on !== null && relativeDay(state.due_on, now) < 0;
  const shownRefusal = refusal ?? (status.name === "refused" ? status.error : null);
  const errors = withRefusal(shownErrors(state, tried), shownRefusal);
  /** A refusal that no field shows. */
  const unplaced = shownRefusal && !refusedField(shownRefusal.code) ? errorSentences(shownRefusal) : null;

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
      const isMerged = await saveNow(result.draft);
      // Don't send changes that the user hasn't seen.
      if (isMerged && purpose === "send") throw new AppError("request.stale");
      await onSubmit(result.draft, { purpose, isInviting });
      isDone.current = true;
      onDone({ purpose, isInviting });
    } catch (error) {
      setRefusal(toAppError(error));
      focusFirstError();
      // Not after success: the page leaves, and nothing is unsaved.
      setBusy(null);
    }
  };
  const hasSomething = isUnsaved || server?.copy() !== undefined;
  /** A draft that can't be saved takes no items: its fields say why. One without a title gets the template's. */
  const mayAdd = () => {
    if (!hasSomething || checkDraft({ ...state, title: state.title.trim() || "Untitled" }, "save").ok)
      return true;
    setTried("save");
    focusFirstError();
    return false;
  };
  const pick = async (chosen: Template) => {
    const title = state.title.trim() === "" ? chosen.title : state.title;
    const result = checkDraft({ ...state, title }, "save");
    setPicking(true);
    try {
      if (hasSomething && result.ok) {
        change({ title });
        await saveNow(result.draft);
      }
      await templateChoice?.onPick(chosen);
    } finally {
      setPicking(false);
    }
  };
  /** A test needs no recipients. */
  const draftToTest = () => {
    const result = checkDraft({ ...state, recipients: [] }, "save");
    if (result.ok && result.draft.items.length > 0) return result.draft;
    setTried("send");
    focusFirstError();
    return null;
  };
  const saveStatus = saveStatusText({
    kind: isTemplate ? "template" : "draft",
    status,
    isChanged: changed,
    hasErrors: hasErrors(errors),
    isUntitled: state.title.trim() === "",
    hasConflict: (server?.conflicts.length ?? 0) > 0,
  });
  const isPlain = sent === undefined && !isTemplate;
  return (
    <form
      noValidate
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(isPlain ? "send" : "save");
      }}
    >
      <div className={styles["fields"]}>
        {restored !== null && (
          <RestoredNotice
            isSaved={restored === "saved"}
            onDiscard={() => {
              setRestored(null);
              dispatch({ type: "discarded", to: synced });
              onBackUp(undefined);
            }}
          />
        )}
        <Field label="Title" error={errors.title}>
          <TextInput
            value={state.title}
            autoFocus={!props.saved}
            autoComplete="off"
            onChange={(event) => change({ title: event.target.value })}
            onKeyDown={preventSubmit}
          />
        </Field>
        {!isTemplate && (
          <div className={sent ? undefined : styles["pair"]}>
            {!sent && (
              <RecipientsField recipients={state.recipients} error={errors.recipients} onAction={dispatch} />
            )}
            <Field
              label="Due date"
              optional
              error={errors.due_on}
              warning={
                isPast &&
                `This date has passed. The request will be overdue as soon as you ${sent ? "save" : "send"} it.`
              }
            >
              <TextInput
                type="date"
                value={state.due_on ?? ""}
                onChange={(event) => change({ due_on: event.target.value || null })}
                onKeyDown={preventSubmit}
              />
            </Field>
          </div>
        )}
        <ItemsField
          items={state.items}
          line={state.line}
          error={errors.items}
          errorsByItem={errors.byItem}
          answered={sent?.answered}
          examples={examples}
          action={
            templateChoice &&
            workspace && <FromTemplate workspaceId={workspace.id} onOpen={mayAdd} onPick={pick} />
          }
          onAction={dispatch}
        />
        <Field label="Message" optional error={errors.message}>
          <TextArea value={state.message} onChange={(event) => change({ message: event.target.value })} />
        </Field>
      </div>
      {sent && (
        <ChangesCard
          isChanged={changed}
          hasErrors={hasErrors(errors)}
          busy={busy !== null}
          refusal={unplaced}
          onDiscard={() => {
            isDone.current = true;
            sent.onDiscard();
          }}
        />
      )}
      {isTemplate && (
        <SaveTemplateCard
          items={state.items.length}
          dueAfterDays={state.due_after_days ?? null}
          dueError={errors.due_after_days}
          onDue={(due_after_days) => change({ due_after_days })}
          busy={busy !== null}
          refusal={unplaced}
          saveStatus={saveStatus}
        />
      )}
      {isPlain && (
        <aside className={styles["aside"]}>
          <ReadyCard
            state={state}
            now={now}
            hasErrors={hasErrors(errors)}
            busy={busy}
            refusal={unplaced}
            isInviting={isInviting}
            onInviting={setInviting}
            saveStatus={saveStatus}
            onSave={() => void submit("save")}
          />
          {workspace && <RecipientView state={state} workspace={workspace} />}
          {workspace && <SendTest workspaceId={workspace.id} onDraft={draftToTest} />}
        </aside>
      )}
      {/* A draft saves itself when it is left, or stays in this browser. */}
      {sent && <LeaveGuard armed={busy === null && changed} onSave={() => void submit("save")} />}
    </form>
  );
}

/** All errors at once, except for a title that the user hasn't had the chance to enter yet. */
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
