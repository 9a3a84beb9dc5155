import { type InputHTMLAttributes, type Ref, useState } from "react";
import { useFieldControl } from "./field.tsx";
import styles from "./password-input.module.css";
import { TextInput } from "./text-input.tsx";

interface PasswordInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "size" | "type"> {
  /** Hint for password managers; off for a password that isn't of an account. */
  autoComplete: "current-password" | "new-password" | "off";
  ref?: Ref<HTMLInputElement>;
}

/** A password field with a button that shows the password. */
export function PasswordInput({ ref, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const { id } = useFieldControl();
  return (
    <div className={styles["password"]}>
      <TextInput
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...rest}
        {...(ref && { ref })}
        type={shown ? "text" : "password"}
        className={styles["field"]}
      />
      <button
        type="button"
        className={styles["show"]}
        aria-controls={id}
        aria-label={shown ? "Hide password" : "Show password"}
        onClick={() => setShown(!shown)}
      >
        {shown ? "Hide" : "Show"}
      </button>
    </div>
  );
}
