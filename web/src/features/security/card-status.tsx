import { Notice } from "../../ui/notice.tsx";
import styles from "./security.module.css";

/** What went well, said aloud too. Keep it mounted: a region that comes with its text stays silent. */
export function CardStatus({ message }: { message: string }) {
  return (
    <div role="status" className={styles["status"]}>
      {message && <Notice tone="accepted">{message}</Notice>}
    </div>
  );
}
