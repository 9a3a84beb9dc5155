import { limits } from "@sheaf/contract/limits";
import { type FormEvent, useState } from "react";
import { useAnswerItem } from "../../../data/answers/answer-item.mutation.ts";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextArea } from "../../../ui/forms/text-area.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { ChoiceGroup } from "./choice-group.tsx";
import styles from "./written.module.css";

const reasons = [
  { value: "cannot_provide", text: "I can’t provide this" },
  { value: "not_applicable", text: "This doesn’t apply to me" },
] as const;
type Reason = (typeof reasons)[number]["value"];

/** Lets the recipient say why an item can't be answered. The note waits for review like a file. */
export function DeclineAnswer({ item, onClose }: { item: ReceivedItem; onClose: () => void }) {
  const [kind, setKind] = useState<Reason>("cannot_provide");
  const [note, setNote] = useState("");
  const answering = useAnswerItem();
  const toast = useToast();

  const send = (event: FormEvent) => {
    event.preventDefault();
    void whenDone(
      answering.mutateAsync({ itemId: item.id, revision: item.revision, kind, text: note }),
      () => {
        toast({ message: `Your answer to “${item.title}” was sent.`, tone: "success" });
        onClose();
      },
    );
  };

  return (
    <form
      ref={focusFirst}
      className={styles["form"]}
      onSubmit={send}
      onKeyDown={(event) => {
        if (event.key === "Escape" && note.trim() === "") onClose();
      }}
      noValidate
    >
      <ChoiceGroup
        legend="Why can’t you provide this?"
        options={reasons}
        chosen={[kind]}
        onChange={([chosen]) => setKind(chosen === "not_applicable" ? chosen : "cannot_provide")}
      />
      <Field label="Add a note" optional error={answering.error && errorText(answering.error)}>
        <TextArea
          value={note}
          rows={2}
          maxLength={limits.reasonLength}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <div className={styles["buttons"]}>
        <Button type="submit" size="small" variant="primary" busy={answering.isPending}>
          Send
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

/** The button that opened the form is gone, so focus moves to the first option. */
function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector("input")?.focus({ preventScroll: true });
}
