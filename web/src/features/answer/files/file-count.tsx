import { useState } from "react";
import { useSubmitFiles } from "../../../data/answers/submit-files.mutation.ts";
import type { ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import { countedFiles, fileCountText } from "../../../data/items/file-count.models.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { whenDone } from "../../../lib/when-done.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { useToast } from "../../../ui/overlays/toast.tsx";
import { UserText } from "../../../ui/layout/user-text.tsx";
import styles from "../../../steps/uploads/files.module.css";

interface FileCountProps {
  item: ReceivedItem;
  /** It waits for more files, and none is on its way. */
  isWanted: boolean;
  workspaceName: string;
}

/** "1 of 3 files", with a way to finish the item with fewer than were asked for, after a question. */
export function FileCount({ item, isWanted, workspaceName }: FileCountProps) {
  const [isAsking, setIsAsking] = useState(false);
  const submission = useSubmitFiles();
  const toast = useToast();
  const { title, expectedFiles } = item;
  const counted = countedFiles(item.files);
  const close = () => {
    submission.reset();
    setIsAsking(false);
  };
  const submit = () =>
    void whenDone(submission.mutateAsync({ itemId: item.id, revision: item.revision }), () => {
      toast({ message: `“${title}” was sent.`, tone: "success" });
      close();
    });
  return (
    <div className={styles["count"]}>
      <p>{fileCountText(counted, expectedFiles)}</p>
      {isWanted && (
        <Button size="small" aria-label={`That’s all I have for ${title}`} onClick={() => setIsAsking(true)}>
          That’s all I have
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        title={`Send ${fileCountText(counted, expectedFiles)}?`}
        cancelLabel="Add more"
        confirmLabel={`Send ${formatCount(counted, "file")}`}
        tone="primary"
        busy={submission.isPending}
        failure={submission.error && errorSentences(submission.error)}
        onConfirm={submit}
      >
        <p>
          <UserText>{workspaceName}</UserText> asked for {formatCount(expectedFiles, "file")} for “
          <UserText>{title}</UserText>”. If you don’t have more, send what you have; they’ll review it.
        </p>
      </ConfirmDialog>
    </div>
  );
}
