import { type FormEvent, useId, useState } from "react";
import { useMuteRequest } from "../../../data/inbox/mute-request.mutation.ts";
import { usePromiseDate } from "../../../data/inbox/promise-date.mutation.ts";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { errorText } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextInput } from "../../../ui/forms/text-input.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "./more-time.module.css";

interface MoreTimeDialogProps {
  request: ReceivedRequest;
  onClose: () => void;
}

/** Says by when the rest will come, or stops the emails about the request. */
export function MoreTimeDialog({ request, onClose }: MoreTimeDialogProps) {
  const formId = useId();
  const promise = usePromiseDate();
  const mute = useMuteRequest();
  const toast = useToast();
  const [day, setDay] = useState(request.promisedOn ?? "");
  const [isEmpty, setEmpty] = useState(false);
  const failure = promise.error ?? mute.error;

  const save = (on: string | null) => {
    mute.reset();
    void whenDone(promise.mutateAsync({ requestId: request.id, on }), () => {
      toast({
        message: on === null ? "Date removed" : `${request.workspaceName} sees your date`,
        tone: "success",
      });
      onClose();
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(day === "");
    if (day !== "") save(day);
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Need more time?"
      footer={
        <>
          {request.promisedOn === null ? (
            <Button onClick={onClose}>Cancel</Button>
          ) : (
            <Button onClick={() => save(null)} busy={promise.isPending}>
              Remove date
            </Button>
          )}
          <Button variant="primary" type="submit" form={formId} busy={promise.isPending}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles["form"]} onSubmit={submit}>
        <p>We’ll hold reminders until the day after. {request.workspaceName} will see your date.</p>
        <Field label="I’ll have it by" error={isEmpty && "Choose a day."}>
          <TextInput
            type="date"
            value={day}
            onChange={(event) => {
              setDay(event.target.value);
              setEmpty(false);
            }}
          />
        </Field>
        {failure && (
          <Notice tone="returned" announce>
            {errorText(failure)}
          </Notice>
        )}
        <Button
          size="small"
          variant="quiet"
          className={styles["mute"]}
          busy={mute.isPending}
          onClick={() =>
            void whenDone(mute.mutateAsync({ requestId: request.id, isMuted: true }), () => {
              toast({ message: "No more email about this request" });
              onClose();
            })
          }
        >
          Stop email about this request
        </Button>
      </form>
    </Dialog>
  );
}
