import type { HTMLAttributes } from "react";
import styles from "./card.module.css";
import { classNames } from "../theme/class-names.ts";

export function Card({ className, ...rest }: HTMLAttributes<HTMLDivElement>) {
  return <div {...rest} className={classNames(styles["card"], className)} />;
}
