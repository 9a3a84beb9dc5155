import { Download } from "lucide-react";
import { formatSize } from "../../lib/format-size.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { Button } from "../../ui/forms/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Notice } from "../../ui/status/notice.tsx";
import { ProgressBar } from "../../ui/status/progress-bar.tsx";
import { LiveRegion } from "../../ui/theme/visually-hidden.tsx";
import styles from "./download-all.module.css";
import { downloadTitle } from "./download-title.models.ts";
import { DownloadDone } from "./download-done.tsx";
import { type DownloadState, useDownload } from "./use-download.ts";

/** Downloads a request as one zip: a folder per item, verified files, and an index. */
export function DownloadAll({ request }: { request: Request }) {
  const { state, start, close } = useDownload(request);
  const isDone = request.status === "done";
  const hasContent = request.items.some(({ files, answer }) => files.length > 0 || answer !== null);
  if (!hasContent && state.status === "idle") return null;
  return (
    <>
      <Button
        variant={isDone ? "primary" : "quiet"}
        icon={isDone ? <Download /> : undefined}
        onClick={() => void start()}
      >
        Download all
      </Button>
      <Dialog
        open={state.status !== "idle"}
        onClose={close}
        size="small"
        title={downloadTitle(state)}
        footer={
          <>
            {state.status === "failed" && (
              <Button variant="primary" onClick={() => void start()}>
                Try again
              </Button>
            )}
            <Button onClick={close}>{state.status === "running" ? "Cancel" : "Close"}</Button>
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
        <p className={styles["bytes"]}>
          {formatSize(done)} of {formatSize(total)}
        </p>
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
