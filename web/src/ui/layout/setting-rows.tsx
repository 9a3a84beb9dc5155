import type { ReactNode } from "react";
import { Skeleton } from "../status/skeleton.tsx";
import { VisuallyHidden } from "../theme/visually-hidden.tsx";
import styles from "./setting-rows.module.css";

/** The rows of a settings card. */
export function SettingRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles["rows"]} aria-label={label}>
      {children}
    </ul>
  );
}

interface SettingRowProps {
  icon: ReactNode;
  title: ReactNode;
  /** Date or address that tells it from the others. */
  detail?: ReactNode;
  /** Chips and controls. */
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

export function SettingRowsSkeleton({ rows }: { rows: number }) {
  return (
    <div className={styles["rows"]}>
      <VisuallyHidden>Loading</VisuallyHidden>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles["row"]}>
          <Skeleton width="55%" height="18px" />
        </div>
      ))}
    </div>
  );
}
