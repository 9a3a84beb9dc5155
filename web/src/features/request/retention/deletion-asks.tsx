import { limits } from "@sheaf/contract/limits";
import { type FormEvent, useId, useState } from "react";
import { useDecideDeletion } from "../../../data/retention/decide-deletion.mutation.ts";
import type { RemovedFile } from "../../../data/retention/removed-files.query.ts";
import { errorSentences, errorText } from "../../../lib/errors.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextArea } from "../../../ui/forms/text-area.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "./retention.module.css";

interface DecisionDialogProps {
  file: RemovedFile;
  onClose: () => void;
}

/** Files that their senders want deleted, each with the two decisions. */
export function DeletionAsks({ asked }: { asked: readonly RemovedFile[] }) {
  const [open, setOpen] = useState<{ file: RemovedFile; as: "keep" | "delete" }>();
  const close = () => setOpen(undefined);
  if (asked.length === 0) return null;
  return (
    <div className={styles["asks"]}>
      {asked.map((file) => (
        <Notice key={file.id} tone="waiting">
          <div className={styles["ask"]}>
            <p>
              The sender of <b translate="no">{file.name}</b> ({file.itemTitle}) asks you to delete it.
            </p>
            <div className={styles["buttons"]}>
              <Button size="small" onClick={() => setOpen({ file, as: "keep" })}>
                Keep it
              </Button>
              <Button size="small" variant="danger" onClick={() => setOpen({ file, as: "delete" })}>
                Delete file
              </Button>
            </div>
          </div>
        </Notice>
      ))}
      {open?.as === "keep" && <KeepDialog file={open.file} onClose={close} />}
      {open?.as === "delete" && <DeleteFileDialog file={open.file} onClose={close} />}
    </div>
  );
}

function DeleteFileDialog({ file, onClose }: DecisionDialogProps) {
  const decide = useDecideDeletion();
  const toast = useToast();
  const confirm = () =>
    void whenDone(decide.mutateAsync({ fileId: file.id, reason: null }), () => {
      toast({ message: `${file.name} can’t be opened any more.`, tone: "success" });
      onClose();
    });
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={`Delete ${file.name}?`}
      cancelLabel="Cancel"
      confirmLabel="Delete file"
      busy={decide.isPending}
      failure={decide.error && errorSentences(decide.error)}
      onConfirm={confirm}
    >
      <p>
        It can’t be opened any more, and can’t be restored. Its name, size and checksum stay in the history.
        We email the person who sent it.
      </p>
    </ConfirmDialog>
  );
}

/** Asks for the reason, which the sender reads. */
function KeepDialog({ file, onClose }: DecisionDialogProps) {
  const formId = useId();
  const decide = useDecideDeletion();
  const toast = useToast();
  const [reason, setReason] = useState("");
  const [isEmpty, setEmpty] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(reason.trim() === "");
    if (reason.trim() === "" || decide.isPending) return;
    void whenDone(decide.mutateAsync({ fileId: file.id, reason }), () => {
      toast({ message: `${file.name} is kept. We’ll email your reason.`, tone: "success" });
      onClose();
    });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title={`Keep ${file.name}?`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={decide.isPending}>
            Keep the file
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <Field
          label="Reason"
          hint="We email it to the person who sent the file."
          error={isEmpty ? "Say why you’re keeping it." : decide.error && errorText(decide.error)}
        >
          <TextArea
            value={reason}
            maxLength={limits.reasonLength}
            onChange={(event) => setReason(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  );
}
