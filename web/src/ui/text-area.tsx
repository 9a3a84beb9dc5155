import type { Ref, TextareaHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import { useFieldControl } from "./field.tsx";
import styles from "./text-input.module.css";

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  ref?: Ref<HTMLTextAreaElement>;
}

/** Grows with its text where the browser can, and can be pulled larger everywhere. */
export function TextArea({ className, rows = 3, ...rest }: TextAreaProps) {
  return (
    <textarea
      {...useFieldControl()}
      rows={rows}
      {...rest}
      className={classNames(styles["input"], styles["area"], className)}
    />
  );
}
