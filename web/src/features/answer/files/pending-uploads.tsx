import { lazy, Suspense, useState } from "react";
import type { Doubt } from "../../../data/uploads/upload.models.ts";
import { isOfPicture } from "../../../steps/uploads/doubt-text.models.ts";
import { UploadRows } from "../../../steps/uploads/upload-rows.tsx";
import type { ItemProps } from "../item/item-props.ts";
import { duplicateText } from "./upload-rows.models.ts";
import type { FilePicker } from "./use-file-picker.tsx";

// With previews, which few files need before they are sent.
const DoubtedFileDialog = lazy(async () => ({
  default: (await import("./doubted-file-dialog.tsx")).DoubtedFileDialog,
}));

type PendingUploadsProps = Pick<
  ItemProps,
  "item" | "request" | "uploads" | "sendAnyway" | "retry" | "dismiss"
> & { picker: FilePicker };

/** The files of an item that aren't stored yet. One that is held back opens at full size. */
export function PendingUploads({ item, request, picker, ...queue }: PendingUploadsProps) {
  const { uploads, sendAnyway, dismiss } = queue;
  const [openedId, setOpenedId] = useState<string>();
  const opened = uploads.find(({ id }) => id === openedId);
  const doubt = opened?.phase.state === "doubted" ? opened.phase.doubt : undefined;
  const close = () => setOpenedId(undefined);
  const chooseAnother = (id: string, doubt: Doubt) => {
    close();
    const choose = (isOfPicture(doubt) && picker.takePhoto) || picker.chooseFiles;
    // The one that is held back goes once there is another.
    choose(() => void dismiss(id));
  };
  return (
    <>
      <UploadRows
        {...queue}
        item={item}
        noteOn={({ fileId = "", sha256 = "" }) => duplicateText({ fileId, sha256 }, request.items)}
        look={({ id }) => setOpenedId(id)}
      />
      {opened && doubt && (
        <Suspense>
          <DoubtedFileDialog
            upload={opened}
            doubt={doubt}
            isSensitive={item.isSensitive}
            onSend={() => {
              close();
              sendAnyway(opened.id);
            }}
            onAnother={() => chooseAnother(opened.id, doubt)}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
}
