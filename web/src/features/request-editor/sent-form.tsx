import type { RequestDraft } from "@sheaf/contract/request-draft";
import { LeaveGuard } from "../../steps/leave-guard/leave-guard.tsx";
import { ChangesCard } from "./changes-card.tsx";
import { DueField } from "./form/due-field.tsx";
import { RequestFields } from "./form/request-fields.tsx";
import { useRequestForm } from "./form/use-request-form.ts";
import styles from "./request-editor.module.css";

interface SentFormProps {
  requestId: string;
  saved: RequestDraft;
  /** Input from an earlier visit that could not be saved. */
  unsaved: RequestDraft | undefined;
  /** Ids of items that were answered or decided: they can't be deleted. */
  answered: ReadonlySet<string>;
  onBackUp: (draft: RequestDraft | undefined) => void;
  /** Fails with an `AppError`. */
  onSave: (draft: RequestDraft) => Promise<void>;
  /** Leaves the page afterwards. */
  onSaved: () => void;
  /** Leaves without saving. */
  onDiscard: () => void;
}

/** The form of a request that was sent. It is saved by its button alone, because recipients see each change. */
export function SentForm(props: SentFormProps) {
  const { requestId, saved, unsaved, answered, onBackUp, onSave, onSaved, onDiscard } = props;
  const form = useRequestForm({ saved, unsaved, sentId: requestId, onBackUp });
  const save = async () => {
    if (await form.submit("save", onSave)) onSaved();
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
      <RequestFields
        form={form}
        isNew={false}
        answered={answered}
        due={<DueField form={form} act="save" />}
      />
      <ChangesCard
        isChanged={form.changed}
        hasErrors={form.hasErrors}
        busy={form.busy !== null}
        refusal={form.refusal}
        onDiscard={() => {
          form.abandon();
          onDiscard();
        }}
      />
      {/* A draft saves itself when it is left, or stays in this browser. */}
      <LeaveGuard armed={form.busy === null && form.changed} onSave={() => void save()} />
    </form>
  );
}
