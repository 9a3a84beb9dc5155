import { datedTitle } from "@sheaf/contract/dated-title";
import { emptyDraft, type RequestDraft } from "@sheaf/contract/request-draft";
import { type KeyboardEvent, useId, useState } from "react";
import type { Template } from "../../../data/templates/template.models.ts";
import { useWorkspaceDay } from "../../../data/workspaces/use-workspace-day.ts";
import type { Workspace } from "../../../data/workspaces/workspace.models.ts";
import { identityOf, useSession } from "../../../lib/auth/session.ts";
import { isComposing } from "../../../lib/composing.ts";
import { AppError } from "../../../lib/errors.ts";
import { useNow } from "../../../lib/now.ts";
import type { Purpose } from "../checks.models.ts";
import { DueField } from "../form/due-field.tsx";
import { RequestFields } from "../form/request-fields.tsx";
import { useRequestForm } from "../form/use-request-form.ts";
import { RecipientView } from "../preview/recipient-view.tsx";
import { SendTest } from "../preview/send-test.tsx";
import { ReadyCard } from "../ready-card.tsx";
import { RecipientsField } from "../recipients/recipients-field.tsx";
import styles from "../request-editor.module.css";
import { FromTemplate } from "../template/from-template.tsx";
import { DraftSettings } from "./draft-settings.tsx";
import { saveStatusText } from "./save-status.models.ts";
import type { DraftOnServer } from "./use-draft-on-server.ts";

export interface Submission {
  purpose: Purpose;
  /** Sheaf emails the link; otherwise the sender shares it. */
  isInviting: boolean;
}

interface DraftFormProps {
  workspace: Pick<Workspace, "id" | "name">;
  /** The text of a saved draft; undefined for a new request. */
  saved?: RequestDraft;
  /** Input from an earlier visit that could not be saved. */
  unsaved: RequestDraft | undefined;
  /** Of a new request, filled in already. */
  recipients?: RequestDraft["recipients"] | undefined;
  /** Undefined once the draft was deleted. */
  server: DraftOnServer | undefined;
  /** Adds the items of a template. Called after the draft was saved, unless it has nothing yet. Fails with an `AppError`. */
  onTemplate: (template: Template) => Promise<void>;
  onBackUp: (draft: RequestDraft | undefined) => void;
  /** Sends the draft, which is saved. Fails with an `AppError`. */
  onSend: (isInviting: boolean) => Promise<void>;
  /** Leaves the page afterwards. */
  onDone: (submission: Submission) => void;
}

/** The form of a request that isn't sent yet, with the card that sends it and a preview. */
export function DraftForm(props: DraftFormProps) {
  const { workspace, server, saved, recipients, onTemplate, onSend, onDone } = props;
  const [isInviting, setInviting] = useState(true);
  const formId = useId();
  const now = useNow();
  const dayOf = useWorkspaceDay(workspace.id);
  const myId = identityOf(useSession())?.userId ?? "";
  const form = useRequestForm({
    saved: saved ?? (recipients && { ...emptyDraft, recipients }),
    unsaved: props.unsaved,
    server,
    onBackUp: props.onBackUp,
  });
  const { state, errors, checked } = form;
  const submit = async (purpose: Purpose) => {
    const isSubmitted = await form.submit(purpose, async (draft) => {
      const isMerged = await form.saveNow(draft);
      if (purpose === "save") return;
      // Don't send changes that the user hasn't seen.
      if (isMerged) throw new AppError("request.stale");
      await onSend(isInviting);
    });
    if (isSubmitted) onDone({ purpose, isInviting });
  };
  /** A draft that can't be saved takes no items: its fields say why. One without a title gets the template's. */
  const mayAddItems = () =>
    !form.hasContent || checked("save", { title: state.title.trim() || "Untitled" }) !== null;
  const addItems = (template: Template) =>
    form.withoutAutosave(async () => {
      const title = state.title.trim() || template.title;
      const draft = form.hasContent ? checked("save", { title }) : null;
      if (draft !== null) {
        form.change({ title });
        await form.saveNow(draft);
      }
      await onTemplate(template);
    });
  /** A test needs no recipients. */
  const draftToTest = () => {
    const draft = checked("save", { recipients: [] });
    return draft !== null && draft.items.length === 0 ? checked("send") : draft;
  };
  /** Sends as the button does. What is still being typed counts, as after a click on the button. */
  const handleKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isComposing(event)) return;
    event.preventDefault();
    const { currentTarget } = event;
    (event.target as HTMLElement).blur();
    requestAnimationFrame(() => currentTarget.requestSubmit());
  };
  return (
    <div className={styles["form"]}>
      <div className={styles["fields"]}>
        <form
          id={formId}
          noValidate
          onKeyDown={handleKey}
          onSubmit={(event) => {
            event.preventDefault();
            void submit("send");
          }}
        >
          <RequestFields
            form={form}
            isNew={saved === undefined}
            due={<DueField form={form} act="send" />}
            addItems={<FromTemplate workspaceId={workspace.id} onOpen={mayAddItems} onPick={addItems} />}
          >
            <RecipientsField
              workspaceId={workspace.id}
              recipients={state.recipients}
              error={errors.recipients}
              onAction={form.dispatch}
            />
          </RequestFields>
        </form>
        <DraftSettings
          workspaceId={workspace.id}
          myId={myId}
          requestId={server?.copy()?.id}
          isDated={state.due_on !== null}
          onSave={form.save}
        />
      </div>
      <aside className={styles["aside"]}>
        <ReadyCard
          formId={formId}
          state={state}
          now={now}
          hasErrors={form.hasErrors}
          busy={form.busy}
          refusal={form.refusal}
          isInviting={isInviting}
          onInviting={setInviting}
          saveStatus={saveStatusText("draft", form)}
          onSave={() => void submit("save")}
        />
        <RecipientView
          state={{ ...state, title: datedTitle(state.title, dayOf(now)) }}
          workspace={workspace}
        />
        <SendTest workspaceId={workspace.id} savedId={server?.copy()?.id} onDraft={draftToTest} />
      </aside>
    </div>
  );
}
