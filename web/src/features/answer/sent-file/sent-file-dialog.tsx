import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { storedFileOptions } from "../../../data/files/stored-file.query.ts";
import type { AddedFile } from "../../../data/inbox/received-item.models.ts";
import { formatMoment } from "../../../lib/dates.ts";
import { errorSentences } from "../../../lib/errors.ts";
import { formatSize } from "../../../lib/format-size.ts";
import { useNow } from "../../../lib/now.ts";
import { FilePreview } from "../../../steps/preview/file-preview.tsx";
import { LoadingFile } from "../../../steps/preview/loading-file.tsx";
import { useFileView } from "../../../steps/preview/use-file-view.ts";
import { ViewControls } from "../../../steps/preview/view-controls.tsx";
import { Veil } from "../../../ui/layout/veil.tsx";
import { Dialog } from "../../../ui/overlays/dialog.tsx";
import { Verbatim } from "../../../ui/layout/verbatim.tsx";
import { ErrorState } from "../../../ui/status/error-state.tsx";
import { AskDeletion } from "./ask-deletion.tsx";
import { OpenedBy } from "./opened-by.tsx";
import styles from "./sent-file.module.css";

const advice = {
  locked: "The other side needs the password, too. Send a copy without one if you can.",
  broken: "It may be damaged. Open the original on your device, and send it again if it looks right there.",
  large: "It arrived all the same. Download it to see what arrived.",
};

interface SentFileDialogProps {
  file: AddedFile;
  /** The file stays blurred until the viewer opens it. */
  isSensitive: boolean;
  /** The request has ended: then its sender may ask for deletion. */
  canAskDeletion: boolean;
  onClose: () => void;
}

/** A file as it arrived, with what proves it. */
export function SentFileDialog({ file, isSensitive, canAskDeletion, onClose }: SentFileDialogProps) {
  const { data: stored, error, refetch, isFetching } = useQuery(storedFileOptions({ fileId: file.id }));
  const controls = useFileView(stored?.id);
  const [showsDetails, setShowsDetails] = useState(false);
  const now = useNow();
  const preview = stored && (
    <FilePreview file={stored} advice={advice} view={controls.view} onPager={controls.setPager} />
  );
  return (
    <Dialog open onClose={onClose} size="large" title={<Verbatim>{file.name}</Verbatim>}>
      {stored && <ViewControls file={stored} controls={controls} />}
      <div className={styles["stage"]}>
        {preview && (
          <div className={styles["file"]}>
            {isSensitive ? (
              <Veil noun="file" which={file.name}>
                {preview}
              </Veil>
            ) : (
              preview
            )}
          </div>
        )}
        {!stored && !error && <LoadingFile name={file.name} />}
        {!stored && error && (
          <ErrorState error={errorSentences(error)} onRetry={() => void refetch()} busy={isFetching} />
        )}
      </div>
      <details
        className={styles["details"]}
        onToggle={({ currentTarget }) => setShowsDetails(currentTarget.open)}
      >
        <summary>Details</summary>
        <dl>
          <dt>Arrived</dt>
          <dd>{formatMoment(file.at, { now })}</dd>
          <dt>Size</dt>
          <dd>{formatSize(file.size)}</dd>
          {showsDetails && <OpenedBy fileId={file.id} />}
          <dt>SHA-256 of the file as it was sent</dt>
          <dd className={styles["hash"]}>{file.sha256}</dd>
        </dl>
        {canAskDeletion && <AskDeletion file={file} />}
      </details>
    </Dialog>
  );
}
