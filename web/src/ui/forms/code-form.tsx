import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Button } from "./button.tsx";
import styles from "./code-form.module.css";
import { CodeInput } from "./code-input.tsx";
import { Field } from "./field.tsx";

interface CodeFormProps {
  label: ReactNode;
  labelHidden?: boolean;
  hint?: ReactNode;
  /** Number of digits. */
  length: number;
  /** Label of the button. */
  action: string;
  primary?: boolean;
  block?: boolean;
  autoFocus?: boolean;
  busy: boolean;
  /** Error of the last code. Its digits stay selected, so that the next key replaces them. */
  problem: string | undefined;
  onSubmit: (code: string) => void;
  /** Additional buttons beside the main one. */
  children?: ReactNode;
}

/** A code field with its button. Submits automatically on the last digit, as people expect of such fields. */
export function CodeForm(props: CodeFormProps) {
  const { label, labelHidden, hint, length, action, primary, block, autoFocus, busy, problem, onSubmit } =
    props;
  const [code, setCode] = useState("");
  const [mistake, setMistake] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  useEffect(() => {
    if (!problem) return;
    field.current?.focus();
    field.current?.select();
  }, [problem]);

  const submit = (digits: string) => {
    if (busy) return;
    const complete = digits.length === length;
    setMistake(complete ? undefined : `Enter all ${length} digits of the code.`);
    if (complete) onSubmit(digits);
    else field.current?.focus();
  };

  return (
    <form
      className={styles["form"]}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        submit(code);
      }}
    >
      <Field label={label} labelHidden={labelHidden ?? false} hint={hint} error={mistake ?? problem}>
        <div className={styles["code"]}>
          <CodeInput
            ref={field}
            length={length}
            value={code}
            autoFocus={autoFocus ?? false}
            onChange={(digits) => {
              setCode(digits);
              setMistake(undefined);
            }}
            onComplete={submit}
          />
        </div>
      </Field>
      <div className={styles["actions"]}>
        <Button type="submit" variant={primary ? "primary" : "default"} block={block} busy={busy}>
          {action}
        </Button>
        {props.children}
      </div>
    </form>
  );
}
