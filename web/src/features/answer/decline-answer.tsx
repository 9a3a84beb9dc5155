import { limits } from "@sheaf/contract/limits";
import { type FormEvent, useState } from "react";
import { useAnswerItem } from "../../data/answers/answer-item.mutation.ts";
import type { AskedItem } from "../../data/inbox/asked-request.models.ts";
import { errorText } from "../../lib/errors.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextArea } from "../../ui/text-area.tsx";
import { useToast } from "../../ui/toast.tsx";
import styles from "./text-answer.module.css";

const reasons = [
  { kind: "cannot_provide", words: "I cannot provide this" },
  { kind: "not_applicable", words: "This does not apply to me" },
] as const;
type Reason = (typeof reasons)[number]["kind"];

/** The way out of an item that a person does not have: it waits for review like a file. */
export function DeclineAnswer({ item, onClosed }: { item: AskedItem; onClosed: () => void }) {
  const [isAsking, setIsAsking] = useState(false);
  const close = () => {
    setIsAsking(false);
    onClosed();
  };
  return isAsking ? (
    <DeclineForm item={item} onClose={close} />
  ) : (
    <button
      type="button"
      className={styles["decline"]}
      aria-label={`I do not have this, or it does not apply: ${item.title}`}
      onClick={() => setIsAsking(true)}
    >
      I do not have this, or it does not apply
    </button>
  );
}

function DeclineForm({ item, onClose }: { item: AskedItem; onClose: () => void }) {
  const [kind, setKind] = useState<Reason>("cannot_provide");
  const [note, setNote] = useState("");
  const answering = useAnswerItem();
  const toast = useToast();

  const send = (event: FormEvent) => {
    event.preventDefault();
    answering.mutate(
      { itemId: item.id, revision: item.revision, kind, text: note },
      {
        onSuccess: () => {
          toast({ message: `Your word on “${item.title}” was sent.`, tone: "success" });
          onClose();
        },
      },
    );
  };

  return (
    <form ref={focusFirst} className={styles["form"]} onSubmit={send} noValidate>
      <fieldset className={styles["choices"]}>
        <legend>Why is there nothing to add?</legend>
        {reasons.map((reason) => (
          <label key={reason.kind}>
            <input
              type="radio"
              name={`reason-${item.id}`}
              checked={kind === reason.kind}
              onChange={() => setKind(reason.kind)}
            />
            {reason.words}
          </label>
        ))}
      </fieldset>
      <Field label="A word about it" optional error={answering.error && errorText(answering.error)}>
        <TextArea
          value={note}
          rows={2}
          maxLength={limits.reasonLength}
          onChange={(event) => setNote(event.target.value)}
        />
      </Field>
      <div className={styles["buttons"]}>
        <Button type="submit" size="small" busy={answering.isPending}>
          Send
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          Never mind
        </Button>
      </div>
    </form>
  );
}

/** The button that opened the form is gone; the first answer takes its place under the keyboard. */
function focusFirst(form: HTMLFormElement | null): void {
  form?.querySelector("input")?.focus({ preventScroll: true });
}
