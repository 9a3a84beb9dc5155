import { limits } from "@sheaf/contract/limits";
import { nameProblem } from "@sheaf/contract/names";
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
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const change = useChangeName();
  const toast = useToast();
  const value = typed ?? name;
  const wrong = nameProblem(value, "Enter your name.");

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (wrong !== undefined) field.current?.focus();
    if (wrong !== undefined || change.isPending) return;
    change.mutate(
      { displayName: value.trim() },
      {
        onSuccess: () => {
          setTyped(undefined);
          toast({ message: "Your name has been saved.", tone: "success" });
        },
      },
    );
  };
  const problem = tried && wrong !== undefined ? wrong : change.error && errorText(change.error);

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
      <Button type="submit" variant="primary" busy={change.isPending}>
        Save
      </Button>
    </form>
  );
}
