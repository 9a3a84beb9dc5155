import { type FormEvent, useState } from "react";
import { Button } from "../../ui/forms/button.tsx";
import { Field } from "../../ui/forms/field.tsx";
import { TextInput } from "../../ui/forms/text-input.tsx";
import { CardFailure } from "./card-failure.tsx";
import styles from "./security.module.css";

interface NamePanelProps {
  title: string;
  hint: string;
  /** Initial text; used if the field is emptied. */
  suggested: string;
  /** Characters. */
  maxLength: number;
  action: string;
  cancel: string;
  busy: boolean;
  /** Of the last submit; null without one. */
  error: unknown;
  onSubmit: (name: string) => void;
  onCancel: () => void;
}

export function NamePanel(props: NamePanelProps) {
  const { suggested, busy, error } = props;
  const [typed, setTyped] = useState(suggested);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) props.onSubmit(typed.trim() || suggested);
  };
  return (
    <form className={styles["panel"]} onSubmit={submit} noValidate>
      <h3>{props.title}</h3>
      <div className={styles["form"]}>
        <Field label="Name" hint={props.hint}>
          <TextInput
            autoFocus
            autoComplete="off"
            maxLength={props.maxLength}
            value={typed}
            onFocus={(event) => event.currentTarget.select()}
            onChange={(event) => setTyped(event.target.value)}
          />
        </Field>
      </div>
      {error !== null && <CardFailure error={error} />}
      <div className={styles["actions"]}>
        <Button type="submit" variant="primary" busy={busy}>
          {props.action}
        </Button>
        <Button variant="quiet" onClick={props.onCancel}>
          {props.cancel}
        </Button>
      </div>
    </form>
  );
}
