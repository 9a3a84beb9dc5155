import type { ReactNode } from "react";
import styles from "./security.module.css";

interface SettingRowProps {
  icon: ReactNode;
  title: ReactNode;
  /** Date or address that tells it from the others. */
  detail?: ReactNode;
  /** Chips and buttons. */
  children?: ReactNode;
}

export function SettingRow({ icon, title, detail, children }: SettingRowProps) {
  return (
    <li className={styles["row"]}>
      {icon}
      <div className={styles["text"]}>
        <b>{title}</b>
        {detail && <span>{detail}</span>}
      </div>
      {children && <div className={styles["buttons"]}>{children}</div>}
    </li>
  );
}
