import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import styles from "./notice.module.css";

interface NoticeProps {
  tone?: "plain" | "waiting" | "submitted" | "returned" | "accepted";
  /** Say it aloud when it appears. Leave out for text that was there with the page. */
  announce?: boolean;
  children: ReactNode;
}

/** A short text in a tinted box: the reason on a returned item, why a person sees the sign-in page. */
export function Notice({ tone = "plain", announce = false, children }: NoticeProps) {
  return (
    <div className={classNames(styles["notice"], styles[tone])} role={announce ? "alert" : undefined}>
      {children}
    </div>
  );
}
