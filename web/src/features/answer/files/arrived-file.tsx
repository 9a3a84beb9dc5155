import { CircleCheck, CircleX } from "lucide-react";
import type { ReactNode } from "react";
import { isNewFile } from "../../../data/files/file.models.ts";
import type { AddedFile, ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { formatWhen } from "../../../lib/dates.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { useNow } from "../../../lib/now.ts";
import { FilePicture } from "../../../steps/thumbnails/file-picture.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "../../../steps/uploads/files.module.css";
import { Button } from "../../../ui/forms/button.tsx";
import { Chip } from "../../../ui/status/chip.tsx";
import { arrivalText, checkText, fileMark, fileRemark, isReturnedFile } from "./arrived-file.models.ts";

interface ArrivedFileProps {
  file: AddedFile;
  note: string;
  workspaceName: string;
  item: ReceivedItem;
  isLocked: boolean;
  onOpen: () => void;
  onRemove: (() => void) | undefined;
  /** Buttons to send another file in its place. */
  replacement: ReactNode;
}

/** A stored file, which opens, and what the requester said about it. */
export function ArrivedFile({
  file,
  note,
  workspaceName,
  item,
  isLocked,
  onOpen,
  onRemove,
  replacement,
}: ArrivedFileProps) {
  const now = useNow();
  const isReturned = isReturnedFile(file, item);
  const mark = fileMark(file, item);
  const remark = fileRemark(file, { workspaceName, item, isLocked });
  return (
    <li
      className={styles["file"]}
      data-returned={isReturned ? "" : undefined}
      data-replaceable={replacement ? "" : undefined}
    >
      <FilePicture file={file} isSensitive={item.isSensitive}>
        {mark === "bad" && <CircleX className={styles["returned"]} aria-hidden="true" />}
        {mark === "arrived" && <CircleCheck className={styles["arrived"]} aria-hidden="true" />}
      </FilePicture>
      <button type="button" className={styles["about"]} aria-haspopup="dialog" onClick={onOpen}>
        <span className={styles["named"]}>
          <UserText as="span" className={styles["name"]} translate="no">
            {file.name}
          </UserText>
          {isReturned && <Chip tone="returned">Returned</Chip>}
          {isNewFile(file, item.files) && <Chip tone="submitted">New</Chip>}
        </span>
        <span className={styles["facts"]}>
          {formatSize(file.size)}, arrived <time dateTime={file.at}>{formatWhen(file.at, { now })}</time>
          {arrivalText(file, workspaceName)}
          {checkText(file, isReturned)}
        </span>
      </button>
      {onRemove && (
        <Button size="small" variant="quiet" aria-label={`Remove ${file.name}`} onClick={onRemove}>
          Remove
        </Button>
      )}
      {remark !== "" && <p className={styles[mark === "bad" ? "failure" : "remark"]}>{remark}</p>}
      {note !== "" && <p className={styles["note"]}>{note}</p>}
      {replacement}
    </li>
  );
}
