import { formatSize } from "../../lib/format-size.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { ProgressBar } from "../../ui/status/progress-bar.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import styles from "./download.module.css";
import { DownloadDone } from "./download-done.tsx";
import { downloadTitle } from "./download-title.models.ts";
import type { DownloadState } from "./use-download.ts";

interface DownloadDialogProps {
  state: DownloadState;
  onRetry: () => void;
  /** Also stops a download that is running. */
  onClose: () => void;
}

/** The progress of a download and what became of it. */
export function DownloadDialog({ state, onRetry, onClose }: DownloadDialogProps) {
  return (
    <>
      <Dialog
        open={state.status !== "idle"}
        onClose={onClose}
        size="small"
        title={downloadTitle(state)}
        footer={
          <>
            {state.status === "failed" && (
              <Button variant="primary" onClick={onRetry}>
                Try again
              </Button>
            )}
            <Button onClick={onClose}>{state.status === "running" ? "Cancel" : "Close"}</Button>
          </>
        }
      >
        <Progress state={state} />
      </Dialog>
      <LiveRegion message={state.status === "done" ? downloadTitle(state) : ""} />
    </>
  );
}

function Progress({ state }: { state: DownloadState }) {
  if (state.status === "running") {
    const { done, total, path } = state;
    return (
      <div className={styles["progress"]}>
        <ProgressBar value={total === 0 ? undefined : done / total} label="Download" />
        <p className={styles["file"]}>{path.split("/").at(-1)}</p>
        <p className={styles["bytes"]}>{total > 0 && `${formatSize(done)} of ${formatSize(total)}`}</p>
      </div>
    );
  }
  if (state.status === "done") return <DownloadDone {...state} />;
  if (state.status === "failed") {
    return (
      <Notice tone="returned" announce>
        {state.path !== "" && <b className={styles["culprit"]}>{state.path}</b>}
        {state.error.what} {state.error.next} No partial file was saved.
      </Notice>
    );
  }
  return null;
}
