import { Notice } from "../../ui/status/notice.tsx";
import styles from "./security.module.css";

/** Announces a success. Keep it mounted: a live region that appears together with its text is not read out. */
export function CardStatus({ message }: { message: string }) {
  return (
    <div role="status" className={styles["status"]}>
      {message && <Notice tone="accepted">{message}</Notice>}
    </div>
  );
}
