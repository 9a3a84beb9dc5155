import { useState } from "react";
import type { AddedFile } from "../../../data/inbox/received-item.models.ts";
import { useAskDeletion } from "../../../data/retention/ask-deletion.mutation.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { errorText } from "../../../lib/errors.ts";
import { useNow } from "../../../lib/now.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "./sent-file.module.css";

/** Lets recipients ask for the deletion of their own file, and shows the decision. */
export function AskDeletion({ file }: { file: AddedFile }) {
  const ask = useAskDeletion();
  const now = useNow();
  // The dialog keeps the file as it was when it opened.
  const [isAsked, setAsked] = useState(file.deletion !== undefined && file.deletion.refusal === "");
  return (
    <div className={styles["deletion"]}>
      {!isAsked && file.deletion && (
        <p>You asked for this file to be deleted. It’s kept: “{file.deletion.refusal}”</p>
      )}
      {isAsked ? (
        <p role="status">
          {file.deletion && !ask.isSuccess
            ? `You asked for this file to be deleted ${formatMoment(file.deletion.askedAt, { now })}.`
            : "You asked for this file to be deleted."}{" "}
          We’ll email you what is decided.
        </p>
      ) : (
        <Button
          size="small"
          variant="danger"
          busy={ask.isPending}
          onClick={() => ask.mutate({ fileId: file.id }, { onSuccess: () => setAsked(true) })}
        >
          {file.deletion ? "Ask again for deletion" : "Ask for deletion"}
        </Button>
      )}
      {ask.error && (
        <Notice tone="returned" announce>
          {errorText(ask.error)}
        </Notice>
      )}
    </div>
  );
}
