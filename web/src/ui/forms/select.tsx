import type { Ref, SelectHTMLAttributes } from "react";
import { classNames } from "../theme/class-names.ts";
import { useFieldControl } from "./field.tsx";
import styles from "./text-input.module.css";

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "size"> {
  size?: "small" | "medium";
  ref?: Ref<HTMLSelectElement>;
}

/** The browser's native select, which is familiar on phones. Options are plain `<option>` children. */
export function Select({ size = "medium", className, ...rest }: SelectProps) {
  return (
    <select
      {...useFieldControl()}
      {...rest}
      className={classNames(styles["input"], styles["select"], styles[size], className)}
    />
  );
}
