import { limits } from "@sheaf/contract/limits";
import { type FormEvent, useId, useState } from "react";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import { useReportRequest } from "../../../data/inbox/report-request.mutation.ts";
import { errorText } from "../../../lib/errors.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextArea } from "../../../ui/forms/text-area.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "./report-request.module.css";

interface ReportDialogProps {
  request: ReceivedRequest;
  onClose: () => void;
  onReported: () => void;
}

export function ReportDialog({ request, onClose, onReported }: ReportDialogProps) {
  const formId = useId();
  const report = useReportRequest();
  const [note, setNote] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!report.isPending) report.mutate({ requestId: request.id, note }, { onSuccess: onReported });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      size="small"
      title="Report this request?"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} busy={report.isPending}>
            Report
          </Button>
        </>
      }
    >
      <form id={formId} noValidate className={styles["form"]} onSubmit={submit}>
        <p>
          Report it if you don’t know {request.workspaceName}, or if they ask for something they shouldn’t,
          such as a password. The people who run this site will look at it. {request.workspaceName} isn’t
          told.
        </p>
        <Field label="What is wrong?" optional>
          <TextArea
            value={note}
            maxLength={limits.reasonLength}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        {report.error && (
          <Notice tone="returned" announce>
            {errorText(report.error)}
          </Notice>
        )}
      </form>
    </Dialog>
  );
}
