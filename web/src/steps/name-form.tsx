import { limits } from "@sheaf/contract/limits";
import { nameProblem } from "@sheaf/contract/names";
import { type FormEvent, useRef, useState } from "react";
import { errorText } from "../lib/errors.ts";
import { Button } from "../ui/forms/button.tsx";
import { Field } from "../ui/forms/field.tsx";
import { TextInput } from "../ui/forms/text-input.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import styles from "./name-form.module.css";

interface NameFormProps {
  /** The saved one; empty if there is none. */
  name: string;
  /** Hidden, because the card's heading says the same. */
  label: string;
  /** Also the name of the field, which browsers fill in. */
  autoComplete: "name" | "organization";
  /** Sentence for an empty field. */
  missing: string;
  /** Message once it is saved. */
  saved: string;
  isSaving: boolean;
  error: Error | null;
  onSave: (name: string, callbacks: { onSuccess: () => void }) => void;
}

/** Changes the name of a person or a workspace. */
export function NameForm({
  name,
  label,
  autoComplete,
  missing,
  saved,
  isSaving,
  error,
  onSave,
}: NameFormProps) {
  const [typed, setTyped] = useState<string>();
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const value = typed ?? name;
  const wrong = nameProblem(value, missing);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong !== undefined) field.current?.focus();
    if (wrong !== undefined || isSaving) return;
    onSave(value.trim(), {
      onSuccess: () => {
        // Something else may have been typed while it was being saved.
        setTyped((now) => (now === value ? undefined : now));
        toast({ message: saved, tone: "success" });
      },
    });
  };
  const problem = tried && wrong !== undefined ? wrong : error && errorText(error);

  return (
    <form onSubmit={submit} noValidate className={styles["form"]}>
      <Field label={label} labelHidden error={problem}>
        <TextInput
          ref={field}
          name={autoComplete}
          autoComplete={autoComplete}
          required
          maxLength={limits.nameLength}
          value={value}
          onChange={(event) => {
            setTyped(event.target.value);
            setTried(false);
          }}
        />
      </Field>
      <Button type="submit" variant="primary" busy={isSaving}>
        Save
      </Button>
    </form>
  );
}
