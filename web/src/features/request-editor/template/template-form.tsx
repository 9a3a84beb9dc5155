import type { RequestDraft } from "@sheaf/contract/request-draft";
import { saveStatusText } from "../draft/save-status.models.ts";
import type { DraftOnServer } from "../draft/use-draft-on-server.ts";
import { emptyTemplate } from "../editor.models.ts";
import { RequestFields } from "../form/request-fields.tsx";
import { useRequestForm } from "../form/use-request-form.ts";
import styles from "../request-editor.module.css";
import { SaveTemplateCard } from "./save-template-card.tsx";

interface TemplateFormProps {
  /** Undefined for a new template. */
  saved?: RequestDraft;
  /** Input from an earlier visit that could not be saved. */
  unsaved: RequestDraft | undefined;
  server: DraftOnServer;
  onBackUp: (draft: RequestDraft | undefined) => void;
  /** Leaves the page afterwards. */
  onSaved: () => void;
}

/** The form of a template, which has no recipients, and a number of days in place of a due date. */
export function TemplateForm({ saved, unsaved, server, onBackUp, onSaved }: TemplateFormProps) {
  const form = useRequestForm({ saved: saved ?? emptyTemplate, unsaved, server, onBackUp });
  const save = async () => {
    const isSaved = await form.submit("save", async (draft) => void (await form.saveNow(draft)));
    if (isSaved) onSaved();
  };
  return (
    <form
      noValidate
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <RequestFields form={form} isNew={saved === undefined} />
      <SaveTemplateCard
        items={form.state.items.length}
        dueAfterDays={form.state.due_after_days ?? null}
        dueError={form.errors.due_after_days}
        onDue={(due_after_days) => form.change({ due_after_days })}
        busy={form.busy !== null}
        refusal={form.refusal}
        saveStatus={saveStatusText("template", form)}
      />
    </form>
  );
}
