import { ProgressBar } from "../../ui/status/progress-bar.tsx";
import { UserText } from "../../ui/layout/user-text.tsx";
import styles from "./preview.module.css";

interface LoadingFileProps {
  name: string;
  /** From 0 to 1; undefined while the remaining work is unknown. */
  value?: number;
  /** "1.2 MB of 9 MB" */
  facts?: string;
}

export function LoadingFile({ name, value, facts }: LoadingFileProps) {
  return (
    <div className={styles["loading"]}>
      <p role="status">
        Loading <UserText>{name}</UserText>
      </p>
      <ProgressBar value={value} label={`Loading ${name}`} />
      <p className={styles["facts"]}>{facts}</p>
    </div>
  );
}
