import { createContext, type ReactNode, useContext, useId, useMemo } from "react";
import styles from "./field.module.css";

interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

const FieldContext = createContext<FieldControl | null>(null);

/** Attributes that tie the control inside a `Field` to its label, hint, warning and error. */
export function useFieldControl(): Partial<FieldControl> {
  return useContext(FieldContext) ?? {};
}

interface FieldProps {
  label: ReactNode;
  /** Only screen readers get the label. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** Id of an element elsewhere that describes the control. */
  describedBy?: string;
  /** Worth a second look, but not invalid. */
  warning?: ReactNode;
  error?: ReactNode;
  optional?: boolean;
  children: ReactNode;
}

/** A label with one control. Warnings and errors are announced when they appear. */
export function Field(props: FieldProps) {
  const { label, labelHidden = false, hint, warning, error, optional = false, children } = props;
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  const warningId = warning ? `${id}-warning` : undefined;
  const errorId = error ? `${id}-error` : undefined;
  const describedBy = [props.describedBy, hintId, warningId, errorId].filter(Boolean).join(" ") || undefined;
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
      <div role="status">
        {warning && (
          <p className={styles["warning"]} id={warningId}>
            {warning}
          </p>
        )}
      </div>
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
