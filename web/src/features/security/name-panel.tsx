import { type FormEvent, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { TextInput } from "../../ui/text-input.tsx";
import { CardFailure } from "./card-failure.tsx";
import styles from "./security.module.css";

interface NamePanelProps {
  title: string;
  hint: string;
  /** Stands in the field at first, and in place of nothing. */
  suggested: string;
  /** Characters. */
  maxLength: number;
  action: string;
  cancel: string;
  busy: boolean;
  /** Why the last name was not taken; null while nothing is wrong. */
  error: unknown;
  onSubmit: (name: string) => void;
  onCancel: () => void;
}

/** The name of one of several things of a kind, by which its owner tells them apart. */
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
