import type { ReactNode } from "react";
import { classNames } from "../theme/class-names.ts";
import styles from "./notice.module.css";

interface NoticeProps {
  tone?: "plain" | "waiting" | "submitted" | "returned" | "accepted";
  /** Announces the text when it appears. Omit it for text that is part of the page from the start. */
  announce?: boolean;
  children: ReactNode;
}

/** A short text in a tinted box, such as the reason on a returned item. */
export function Notice({ tone = "plain", announce = false, children }: NoticeProps) {
  return (
    <div className={classNames(styles["notice"], styles[tone])} role={announce ? "alert" : undefined}>
      {children}
    </div>
  );
}
