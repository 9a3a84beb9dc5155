import { limits } from "@sheaf/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { savedReasonsOptions } from "../../../data/reasons/saved-reasons.query.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Checkbox } from "../../../ui/forms/checkbox.tsx";
import { Field } from "../../../ui/forms/field.tsx";
import { TextArea } from "../../../ui/forms/text-area.tsx";
import styles from "./return-form.module.css";

/** The most common reasons, worded for the recipient. */
const suggestedReasons = {
  file: [
    "Some pages are missing.",
    "It’s hard to read. Please take the photo again in good light.",
    "This isn’t the document we need.",
    "It’s out of date. Please send the latest one.",
    "It’s password-protected. Please send it without a password.",
  ],
  answer: [
    "This doesn’t look right. Please check it.",
    "Please tell us a little more.",
    "This isn’t what we asked for.",
  ],
};

interface ReturnFormProps {
  workspaceId: string;
  /** Of the item or file. */
  itemTitle: string;
  /** Decides which reasons are suggested. */
  returned: keyof typeof suggestedReasons;
  /** Number of files that can be kept while more is asked for. */
  keepable?: number;
  submitLabel?: string;
  busy: boolean;
  onReturn: (reason: string, keepsFiles: boolean) => void;
  onCancel: () => void;
}

/** The reason for a return, typed or started from a suggestion. Ctrl+Enter or Cmd+Enter submits. */
export function ReturnForm(props: ReturnFormProps) {
  const {
    workspaceId,
    itemTitle,
    returned,
    keepable = 0,
    submitLabel = "Return with this reason",
    busy,
    onReturn,
    onCancel,
  } = props;
  const [reason, setReason] = useState("");
  const [keepsFiles, setKeepsFiles] = useState(false);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  const { data: saved = [] } = useQuery(savedReasonsOptions({ workspaceId }));

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const problem = problemWith(reason);
    setError(problem);
    if (problem) field.current?.focus();
    else if (!busy) onReturn(reason.trim(), keepsFiles);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) submit();
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    onCancel();
  };

  return (
    <form className={styles["form"]} onSubmit={submit} onKeyDown={handleKey}>
      <Field label={`Why are you returning “${itemTitle}”?`} error={error}>
        <TextArea
          ref={field}
          autoFocus
          rows={2}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <div className={styles["phrases"]} role="group" aria-label="Suggested reasons">
        {[...new Set([...saved, ...suggestedReasons[returned]])].map((phrase) => (
          <button
            key={phrase}
            type="button"
            onClick={() => {
              setReason((written) => (written.trim() === "" ? phrase : `${written.trim()} ${phrase}`));
              field.current?.focus();
            }}
          >
            {phrase}
          </button>
        ))}
      </div>
      {keepable > 0 && (
        <Checkbox
          label={
            keepable === 1
              ? "Keep this file and ask for more"
              : `Keep these ${keepable} files and ask for more`
          }
          checked={keepsFiles}
          onChange={(event) => setKeepsFiles(event.target.checked)}
        />
      )}
      <div className={styles["ends"]}>
        <Button size="small" variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
        <Button size="small" variant="primary" type="submit" busy={busy}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

function problemWith(reason: string): string | undefined {
  const { length } = reason.trim();
  if (length === 0) return "Enter a reason so they know what to change.";
  return length > limits.reasonLength ? `Use up to ${limits.reasonLength} characters.` : undefined;
}
