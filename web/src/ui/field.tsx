import { createContext, type ReactNode, useContext, useId, useMemo } from "react";
import styles from "./field.module.css";

interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

const FieldContext = createContext<FieldControl | null>(null);

/** What the control inside a `Field` carries so that its label, hint and error are read with it. */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {};
}

interface FieldProps {
  label: ReactNode;
  /** The label is there for those who hear the page, not for those who see it. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  optional?: boolean;
  children: ReactNode;
}

/** A label, one control, and what is said about it. The error is announced when it appears. */
export function Field({ label, labelHidden = false, hint, error, optional = false, children }: FieldProps) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [hintId, errorId].filter(Boolean).join(" ") || undefined;
  const invalid = error ? true : undefined;
  const control = useMemo<FieldControl>(
    () => ({ id, "aria-describedby": describedBy, "aria-invalid": invalid }),
    [id, describedBy, invalid],
  );

  return (
    <div className={styles["field"]}>
      <label className={labelHidden ? styles["hidden"] : styles["label"]} htmlFor={id}>
        {label}
        {optional && <span className={styles["optional"]}> optional</span>}
      </label>
      {hint && (
        <p className={styles["hint"]} id={hintId}>
          {hint}
        </p>
      )}
      <FieldContext value={control}>{children}</FieldContext>
      <div role="alert">
        {error && (
          <p className={styles["error"]} id={errorId}>
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
