import { formatCount } from "../../lib/format-count.ts";
import { formatSize } from "../../lib/format-size.ts";
import { Notice } from "../../ui/status/notice.tsx";
import styles from "./download.module.css";
import type { DownloadState } from "./use-download.ts";

type DoneState = Extract<DownloadState, { status: "done" }>;

export function DownloadDone({ count, total, unverified, setAside, altered }: Omit<DoneState, "status">) {
  const size = `${formatCount(count, "file")}, ${formatSize(total)}.`;
  return (
    <div className={styles["done"]}>
      <p>
        {count === 0 && "There are no files. The zip contains only an index of the requested items."}
        {count > 0 && size}
        {count > 0 &&
          unverified + altered.length === 0 &&
          " Each was read back from the zip and is exactly what was sent."}
        {setAside > 0 && ` Set aside and left out: ${formatCount(setAside, "file")}.`}
      </p>
      {altered.length > 0 && (
        <Notice tone="returned" announce>
          The saved zip isn’t right: {formatCount(altered.length, "file")} in it can’t be read or differ from
          what was sent, {altered[0]} among them. Delete the zip and download again, to another disk if you
          can.
        </Notice>
      )}
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
