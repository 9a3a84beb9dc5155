import { limits } from "@sheaf/contract/limits";
import { type FormEvent, useRef, useState } from "react";
import { useChangeName } from "../../data/profile/change-name.mutation.ts";
import { errorText } from "../../lib/errors.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { useToast } from "../../ui/overlays/toast.tsx";
import styles from "./profile.module.css";

/** @param name the saved one; empty if there is none. */
export function NameForm({ name }: { name: string }) {
  const [typed, setTyped] = useState<string>();
  const [empty, setEmpty] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const change = useChangeName();
  const toast = useToast();
  const value = typed ?? name;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const displayName = value.trim();
    setEmpty(displayName === "");
    if (displayName === "") field.current?.focus();
    if (displayName === "" || change.isPending) return;
    change.mutate(
      { displayName },
      {
        onSuccess: () => {
          setTyped(undefined);
          toast({ message: "Your name has been saved.", tone: "success" });
        },
      },
    );
  };
  const problem = empty ? "Enter your name." : change.error && errorText(change.error);

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
            setEmpty(false);
          }}
        />
      </Field>
      <Button type="submit" variant="primary" busy={change.isPending}>
        Save
      </Button>
    </form>
  );
}
