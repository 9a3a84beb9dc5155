import { type FormEvent, useRef } from "react";
import { saveBlob } from "../../lib/save-blob.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { PasswordInput } from "../../ui/forms/password-input.tsx";
import { EmptyState } from "../../ui/status/empty-state.tsx";
import styles from "./locked-pdf.module.css";

interface LockedPdfProps {
  name: string;
  content: Blob;
  /** For those who don't have the password. */
  next: string;
  isWrong: boolean;
  isOpening: boolean;
  onPassword: (password: string) => void;
}

/** Asks for the password of a PDF, which opens it in this page and isn't kept or sent. */
export function LockedPdf({ name, content, next, isWrong, isOpening, onPassword }: LockedPdfProps) {
  const input = useRef<HTMLInputElement>(null);
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (input.current && input.current.value !== "") onPassword(input.current.value);
    input.current?.focus();
  };
  return (
    <div className={styles["locked"]}>
      <EmptyState
        title="This PDF is password-protected."
        text={`Open it here with its password, which we don’t save or send. ${next}`}
      />
      <form className={styles["form"]} onSubmit={open}>
        <Field label={`Password of ${name}`} labelHidden error={isWrong && "That isn’t its password."}>
          <PasswordInput ref={input} autoComplete="off" placeholder="Password" />
        </Field>
        <div className={styles["actions"]}>
          <Button type="submit" variant="primary" busy={isOpening}>
            Open
          </Button>
          <Button onClick={() => saveBlob(content, name)}>Download</Button>
        </div>
      </form>
    </div>
  );
}
