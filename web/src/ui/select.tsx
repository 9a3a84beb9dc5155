import type { Ref, SelectHTMLAttributes } from "react";
import { classNames } from "./class-names.ts";
import { useFieldControl } from "./field.tsx";
import styles from "./text-input.module.css";

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "size"> {
  size?: "small" | "medium";
  ref?: Ref<HTMLSelectElement>;
}

/** The browser's own list: on a phone it is the one people know. Options are plain `<option>` children. */
export function Select({ size = "medium", className, ...rest }: SelectProps) {
  return (
    <select
      {...useFieldControl()}
      {...rest}
      className={classNames(styles["input"], styles["select"], styles[size], className)}
    />
  );
}
