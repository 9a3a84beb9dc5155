import { useQuery } from "@tanstack/react-query";
import { localPreviewOptions } from "../../../data/files/local-preview.query.ts";
import type { Doubt, Upload } from "../../../data/uploads/upload.models.ts";
import { ContentPreview } from "../../../steps/preview/content-preview.tsx";
import { LoadingFile } from "../../../steps/preview/loading-file.tsx";
import { useFileView } from "../../../steps/preview/use-file-view.ts";
import { PreviewControls } from "../../../steps/preview/view-controls.tsx";
import { doubtText, isOfPicture } from "../../../steps/uploads/doubt-text.models.ts";
import { Button } from "../../../ui/forms/button.tsx";
import { Veil } from "../../../ui/layout/veil.tsx";
import { Verbatim } from "../../../ui/layout/verbatim.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { Notice } from "../../../ui/status/notice.tsx";
import styles from "../sent-file/sent-file.module.css";

const advice = {
  locked: "The other side needs the password, too. Send a copy without one if you can.",
  broken: "It may be damaged. Open the original on your device, and send it if it looks right there.",
  large: "Open the original on your device to look at it.",
};

interface DoubtedFileDialogProps {
  upload: Upload;
  doubt: Doubt;
  /** The file stays blurred until the viewer opens it. */
  isSensitive: boolean;
  onSend: () => void;
  /** Another file or photo, in place of this one. */
  onAnother: () => void;
  onClose: () => void;
}

/** A file that waits, at full size, so that its sender can see what the doubt is about. */
export function DoubtedFileDialog(props: DoubtedFileDialogProps) {
  const { upload, doubt, isSensitive, onSend, onAnother, onClose } = props;
  const { id, name, content } = upload;
  const { data: preview } = useQuery(localPreviewOptions(upload));
  const controls = useFileView(id);
  const isPicture = isOfPicture(doubt);
  const shown = preview ? (
    <ContentPreview
      name={name}
      content={content}
      preview={preview}
      advice={advice}
      view={controls.view}
      onPager={controls.setPager}
    />
  ) : (
    <LoadingFile name={name} />
  );
  return (
    <Dialog
      open
      onClose={onClose}
      size="large"
      title={<Verbatim>{name}</Verbatim>}
      footer={
        <>
          <Button onClick={onSend}>{isPicture ? "It’s readable, send" : "Send anyway"}</Button>
          <Button variant="primary" onClick={onAnother}>
            {isPicture ? "Take it again" : "Choose another file"}
          </Button>
        </>
      }
    >
      <div className={styles["doubt"]}>
        <Notice tone="waiting">{doubtText(doubt, name)}</Notice>
      </div>
      {preview && <PreviewControls kind={preview.kind} controls={controls} />}
      <div className={styles["stage"]}>
        <div className={styles["file"]}>
          {isSensitive ? (
            <Veil noun="file" which={name}>
              {shown}
            </Veil>
          ) : (
            shown
          )}
        </div>
      </div>
    </Dialog>
  );
}
