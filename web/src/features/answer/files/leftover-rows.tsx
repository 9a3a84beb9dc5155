import { describeError } from "@sheaf/contract/errors/describe-error";
import { useQuery } from "@tanstack/react-query";
import type { AddedFile, ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { filesBeingSentOptions } from "../../../data/uploads/resume/files-being-sent.query.ts";
import { useRemoveFile } from "../../../data/uploads/remove-file.mutation.ts";
import { resumeNote } from "../../../data/uploads/resume/resume-notes.ts";
import type { Upload } from "../../../data/uploads/upload.models.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "../../../steps/uploads/files.module.css";
import { leftoversOf, leftoverText } from "./upload-rows.models.ts";

interface LeftoverRowsProps {
  item: ReceivedItem;
  uploads: readonly Upload[];
}

/** Lists uploads that an earlier visit did not finish, so that they are not mistaken for uploaded files. */
export function LeftoverRows({ item, uploads }: LeftoverRowsProps) {
  const rows = leftoversOf(item, uploads);
  const beingSent = useQuery({ ...filesBeingSentOptions(), enabled: rows.length > 0 });
  // Until this is known, a file may be incomplete or still uploading in another tab.
  if (rows.length === 0 || !beingSent.data) return null;
  const elsewhere = new Set(beingSent.data);
  return (
    <ul className={styles["files"]} aria-label={`Incomplete uploads for ${item.title}`}>
      {rows.map((file) =>
        elsewhere.has(file.id) ? (
          <SentElsewhere key={file.id} file={file} />
        ) : (
          <Leftover key={file.id} file={file} />
        ),
      )}
    </ul>
  );
}

function Leftover({ file: { id, name } }: { file: AddedFile }) {
  const removal = useRemoveFile();
  return (
    <li className={styles["upload"]} data-state="failed">
      <span className={styles["incomplete"]} aria-hidden="true" />
      <UserText as="span" className={styles["name"]}>
        {name}
      </UserText>
      <Button
        size="small"
        variant="quiet"
        busy={removal.isPending}
        aria-label={`Dismiss ${name}`}
        onClick={() => removal.mutate({ fileId: id })}
      >
        Dismiss
      </Button>
      <p className={styles["failure"]}>{leftoverText({ continues: resumeNote(id) !== undefined })}</p>
    </li>
  );
}

/** Not removable here, because another tab is uploading it. */
function SentElsewhere({ file: { name } }: { file: AddedFile }) {
  return (
    <li className={styles["upload"]}>
      <span className={styles["incomplete"]} aria-hidden="true" />
      <UserText as="span" className={styles["name"]}>
        {name}
      </UserText>
      <p className={styles["remark"]}>{describeError("upload.elsewhere").what}</p>
    </li>
  );
}
