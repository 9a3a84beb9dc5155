import type { InputHTMLAttributes, ReactNode, Ref } from "react";
import styles from "./checkbox.module.css";
import { classNames } from "../theme/class-names.ts";

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  label: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** Class name of a checkbox without a visible label. */
export const checkboxClass = styles["box"];

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={classNames(styles["row"], className)}>
      <input {...rest} type="checkbox" className={checkboxClass} />
      <span>{label}</span>
    </label>
  );
}
