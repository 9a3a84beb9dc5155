import { formatCount } from "../../lib/format-count.ts";
import { formatSize } from "../../lib/format-size.ts";
import { Notice } from "../../ui/status/notice.tsx";
import styles from "./download.module.css";
import type { DownloadState } from "./use-download.ts";

type DoneState = Extract<DownloadState, { status: "done" }>;

export function DownloadDone({ count, total, unverified, setAside }: Omit<DoneState, "status">) {
  const size = `${formatCount(count, "file")}, ${formatSize(total)}.`;
  return (
    <div className={styles["done"]}>
      <p>
        {count === 0 && "There are no files. The zip contains only an index of the requested items."}
        {count > 0 && size}
        {count > 0 && unverified === 0 && " Each file was verified to be exactly what was sent."}
        {setAside > 0 && ` Set aside and left out: ${formatCount(setAside, "file")}.`}
      </p>
      {unverified > 0 && (
        <Notice tone="returned" announce>
          {formatCount(unverified, "file")} couldn’t be verified to be what was sent. Look in the folder
          “Could not be verified”. Set {unverified === 1 ? "it" : "them"} aside, or ask the sender for a new
          copy.
          {unverified < count && " All other files were verified."}
        </Notice>
      )}
    </div>
  );
}
