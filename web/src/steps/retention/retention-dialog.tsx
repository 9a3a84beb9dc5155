import { readWholeNumber } from "@sheaf/contract/digits";
import { limits } from "@sheaf/contract/limits";
import { type FormEvent, useId, useState } from "react";
import { useSetRequestRetention } from "../../data/retention/set-request-retention.mutation.ts";
import { errorText } from "../../lib/errors.ts";
import { whenDone } from "../../lib/when-done.ts";
import { inDialog } from "../confirm-identity/in-place.tsx";
import { useProven } from "../confirm-identity/use-proven.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import styles from "./retention-dialog.module.css";

interface RetentionDialogProps {
  requestId: string;
  /** Days that hold now; null: for good. */
  days: number | null;
  /** Recipients of a sent request were promised these days, so that fewer take a fresh proof. */
  isSent?: boolean;
  onClose: () => void;
}

/** Keeps what arrives for a request for fewer days. */
export function RetentionDialog({ requestId, days, isSent = false, onClose }: RetentionDialogProps) {
  const formId = useId();
  const plain = useSetRequestRetention();
  const proven = useProven("retention", useSetRequestRetention());
  const set = isSent ? proven : plain;
  const toast = useToast();
  const maxDays = days ?? limits.mostDaysKept;
  const [text, setText] = useState(days === null ? "" : String(days));
  const [isWrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = readWholeNumber(text);
    const isRight = wanted >= limits.fewestDaysKept && wanted <= maxDays;
    setWrong(!isRight);
    if (!isRight || set.isPending) return;
    void whenDone(set.mutateAsync({ requestId, days: wanted }), () => {
      toast({ message: "Saved. Recipients see it, too.", tone: "success" });
      onClose();
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      step={inDialog(proven.question)}
      title="How long files are kept"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={set.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles["form"]} onSubmit={submit}>
        <p>
          Files and answers are deleted this many days after the request ends. Members are warned 14 and 2
          days before. You can’t choose more days later: recipients are promised this number.
        </p>
        <Field
          label="Days"
          hint={`From ${limits.fewestDaysKept} to ${maxDays}.`}
          error={
            isWrong
              ? `Enter a number from ${limits.fewestDaysKept} to ${maxDays}.`
              : set.error && errorText(set.error)
          }
        >
          <TextInput inputMode="numeric" value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  );
}
