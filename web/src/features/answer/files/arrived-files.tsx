import { lazy, Suspense, useState } from "react";
import type { AddedFile, ReceivedItem } from "../../../data/inbox/received-item.models.ts";
import type { ReceivedRequest } from "../../../data/inbox/received-request.models.ts";
import styles from "../../../steps/uploads/files.module.css";
import { isOver } from "../checklist.models.ts";
import { isReturnedFile } from "./arrived-file.models.ts";
import { ArrivedFile } from "./arrived-file.tsx";
import { ReplaceFile } from "./replace-file.tsx";
import { RemoveFileDialog } from "./remove-file-dialog.tsx";
import { duplicateText } from "./upload-rows.models.ts";
import type { FilePicker } from "./use-file-picker.tsx";

// With the platform's client and previews, which a checklist doesn't need before.
const SentFileDialog = lazy(async () => ({
  default: (await import("../sent-file/sent-file-dialog.tsx")).SentFileDialog,
}));

interface ArrivedFilesProps {
  item: ReceivedItem;
  request: ReceivedRequest;
  isLocked: boolean;
  /** While returned files can be replaced. `isMain`: the first one gets the page's primary button. */
  replacing?: { picker: FilePicker; isMain: boolean } | undefined;
}

/** The stored files of an item. They stay listed as proof of receipt. */
export function ArrivedFiles({ item, request, isLocked, replacing }: ArrivedFilesProps) {
  const [opened, setOpened] = useState<AddedFile>();
  const [removing, setRemoving] = useState<AddedFile>();
  if (item.files.length === 0) return null;
  const hasEnded = request.phase === "done" || isOver(request.phase);
  const firstReturned = item.files.find((file) => isReturnedFile(file, item));
  const isRemovable = ({ isMine, isAddedByMember, verdict }: AddedFile) =>
    isMine && !isAddedByMember && !isLocked && verdict !== "accepted";
  return (
    <>
      <ul className={styles["files"]} aria-label={`Files for ${item.title}`}>
        {item.files.map((file) => (
          <ArrivedFile
            key={file.id}
            file={file}
            note={duplicateText({ fileId: file.id, sha256: file.sha256 }, request.items)}
            workspaceName={request.workspaceName}
            item={item}
            isLocked={isLocked}
            onOpen={() => setOpened(file)}
            onRemove={isRemovable(file) ? () => setRemoving(file) : undefined}
            replacement={
              replacing &&
              isReturnedFile(file, item) && (
                <ReplaceFile
                  name={file.name}
                  picker={replacing.picker}
                  isMain={replacing.isMain && file === firstReturned}
                />
              )
            }
          />
        ))}
      </ul>
      {opened && (
        <Suspense>
          <SentFileDialog
            file={opened}
            isSensitive={item.isSensitive}
            canAskDeletion={hasEnded && opened.isMine && !opened.isAddedByMember}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
      <RemoveFileDialog
        file={removing}
        workspaceName={request.workspaceName}
        onClose={() => setRemoving(undefined)}
      />
    </>
  );
}
