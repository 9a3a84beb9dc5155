import type { InputHTMLAttributes, Ref } from "react";
import { classNames } from "../theme/class-names.ts";
import { useFieldControl } from "./field.tsx";
import styles from "./text-input.module.css";

interface TextInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "size"> {
  size?: "small" | "medium";
  ref?: Ref<HTMLInputElement>;
}

export function TextInput({ size = "medium", className, ...rest }: TextInputProps) {
  return (
    <input
      type="text"
      dir="auto"
      {...useFieldControl()}
      {...rest}
      className={classNames(styles["input"], styles[size], className)}
    />
  );
}
