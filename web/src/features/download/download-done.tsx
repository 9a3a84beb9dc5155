import { formatCount } from "../../lib/format-count.ts";
import { formatSize } from "../../lib/format-size.ts";
import { Notice } from "../../ui/status/notice.tsx";
import styles from "./download-all.module.css";
import type { DownloadState } from "./use-download.ts";

type DoneState = Extract<DownloadState, { status: "done" }>;

export function DownloadDone({ count, total, unverified }: Omit<DoneState, "status">) {
  if (count === 0) return <p>There are no files. The zip contains only an index of the requested items.</p>;
  const size = `${formatCount(count, "file")}, ${formatSize(total)}.`;
  if (unverified === 0) return <p>{size} Each file was verified to be exactly what was sent.</p>;
  return (
    <div className={styles["done"]}>
      <p>{size}</p>
      <Notice tone="returned" announce>
        {formatCount(unverified, "file")} couldn't be verified to be what was sent. Look in the folder “Could
        not be verified”, and ask the sender for a new copy.
        {unverified < count && " All other files were verified."}
      </Notice>
    </div>
  );
}
