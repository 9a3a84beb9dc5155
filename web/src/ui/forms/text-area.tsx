import type { Ref, TextareaHTMLAttributes } from "react";
import { classNames } from "../theme/class-names.ts";
import { useFieldControl } from "./field.tsx";
import styles from "./text-input.module.css";

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Grows with its text in browsers that support it; can be resized by hand in all browsers. */
export function TextArea({ className, rows = 3, ...rest }: TextAreaProps) {
  return (
    <textarea
      dir="auto"
      {...useFieldControl()}
      rows={rows}
      {...rest}
      className={classNames(styles["input"], styles["area"], className)}
    />
  );
}
