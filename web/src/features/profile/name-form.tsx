import { limits } from "@sheaf/contract/limits";
import { nameProblem } from "@sheaf/contract/names";
import { type FormEvent, useRef, useState } from "react";
import { errorText } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import styles from "./name-form.module.css";

interface NameFormProps {
  /** The saved one; empty if there is none. */
  name: string;
  isSaving: boolean;
  error: Error | null;
  onSave: (name: string, callbacks: { onSuccess: () => void }) => void;
}

/** Changes the user's name. */
export function NameForm({ name, isSaving, error, onSave }: NameFormProps) {
  const [typed, setTyped] = useState<string>();
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const toast = useToast();
  const value = typed ?? name;
  const wrong = nameProblem(value, "Enter your name.");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong !== undefined) field.current?.focus();
    if (wrong !== undefined || isSaving) return;
    onSave(value.trim(), {
      onSuccess: () => {
        // Something else may have been typed while it was being saved.
        setTyped((now) => (now === value ? undefined : now));
        toast({ message: "Your name has been saved.", tone: "success" });
      },
    });
  };
  const problem = tried && wrong !== undefined ? wrong : error && errorText(error);

  return (
    <form onSubmit={submit} noValidate className={styles["form"]}>
      <Field label="Name" labelHidden error={problem}>
        <TextInput
          ref={field}
          name="name"
          autoComplete="name"
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
