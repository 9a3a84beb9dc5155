import { CircleCheck } from "lucide-react";
import { useState } from "react";
import type { AddedFile, ReceivedItem, ReceivedRequest } from "../../data/inbox/received-request.models.ts";
import { formatWhen } from "../../lib/dates.ts";
import { useNow } from "../../lib/now.ts";
import { formatSize } from "../../lib/format-size.ts";
import { Button } from "../../ui/forms/button.tsx";
import styles from "./files.module.css";
import { RemoveFileDialog } from "./remove-file-dialog.tsx";
import { duplicateText } from "./upload-rows.models.ts";

interface ArrivedFilesProps {
  item: ReceivedItem;
  request: ReceivedRequest;
  isLocked: boolean;
}

/** The stored files of an item. They stay listed as proof of receipt. */
export function ArrivedFiles({ item, request, isLocked }: ArrivedFilesProps) {
  const [removing, setRemoving] = useState<AddedFile>();
  if (item.files.length === 0) return null;
  return (
    <>
      <ul className={styles["files"]} aria-label={`Files for ${item.title}`}>
        {item.files.map((file) => (
          <ArrivedFile
            key={file.id}
            file={file}
            note={duplicateText({ fileId: file.id, sha256: file.sha256 }, request.items)}
            asideBy={file.isSetAside ? request.workspaceName : ""}
            onRemove={file.isMine && !isLocked ? () => setRemoving(file) : undefined}
          />
        ))}
      </ul>
      <RemoveFileDialog
        file={removing}
        workspaceName={request.workspaceName}
        onClose={() => setRemoving(undefined)}
      />
    </>
  );
}

interface ArrivedFileProps {
  file: AddedFile;
  note: string;
  /** Name of the workspace that has set it aside; "" if it isn't. */
  asideBy: string;
  onRemove: (() => void) | undefined;
}

function ArrivedFile({ file, note, asideBy, onRemove }: ArrivedFileProps) {
  const now = useNow();
  const who = file.isMine || file.addedBy === "" ? "" : `, from ${file.addedBy}`;
  return (
    <li className={styles["file"]}>
      <CircleCheck className={styles["arrived"]} aria-hidden="true" />
      <details className={styles["about"]}>
        <summary>
          <span className={styles["name"]}>{file.name}</span>
          <span className={styles["facts"]}>
            {formatSize(file.size)}, arrived <time dateTime={file.at}>{formatWhen(file.at, { now })}</time>
            {who}
          </span>
        </summary>
        <dl className={styles["receipt"]}>
          <dt>Arrived</dt>
          <dd>{new Date(file.at).toLocaleString()}</dd>
          <dt>Size</dt>
          <dd>{file.size.toLocaleString()} bytes</dd>
          <dt>SHA-256 of the file you sent</dt>
          <dd className={styles["hash"]}>{file.sha256}</dd>
        </dl>
      </details>
      {onRemove && (
        <Button size="small" variant="quiet" aria-label={`Remove ${file.name}`} onClick={onRemove}>
          Remove
        </Button>
      )}
      {asideBy !== "" && (
        <p className={styles["remark"]}>
          Set aside by {asideBy}. If they need another file, they’ll return this item.
        </p>
      )}
      {note !== "" && <p className={styles["note"]}>{note}</p>}
    </li>
  );
}
