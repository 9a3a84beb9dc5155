import { Download } from "lucide-react";
import { countWords } from "../../lib/count-words.ts";
import { sizeWords } from "../../lib/sizes.ts";
import type { Request } from "../../data/requests/request.models.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { ProgressBar } from "../../ui/progress-bar.tsx";
import { LiveRegion } from "../../ui/visually-hidden.tsx";
import styles from "./download-all.module.css";
import { type DownloadState, useDownload } from "./use-download.ts";

/** Everything of a request as one zip: a folder for each item, an index of all of them, every file checked. */
export function DownloadAll({ request }: { request: Request }) {
  const { state, start, close } = useDownload(request);
  const isDone = request.status === "done";
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
        title={titles[state.status]}
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
      <LiveRegion message={state.status === "done" ? "Download finished" : ""} />
    </>
  );
}

const titles = {
  idle: "Download",
  running: "Putting everything together",
  done: "Everything is saved",
  failed: "The download stopped",
} as const;

function Progress({ state }: { state: DownloadState }) {
  if (state.status === "running") {
    const { done, total, path } = state;
    return (
      <div className={styles["progress"]}>
        <ProgressBar value={total === 0 ? undefined : done / total} label="Download" />
        <p className={styles["file"]}>{path.split("/").at(-1)}</p>
        <p className={styles["bytes"]}>
          {sizeWords(done)} of {sizeWords(total)}
        </p>
      </div>
    );
  }
  if (state.status === "done") {
    return (
      <p>
        {state.count === 0
          ? "No files have come in yet. The zip holds the index of everything that was asked for."
          : `${countWords(state.count, "file")}, ${sizeWords(state.total)}. Each is exactly what was sent: its hash was checked on the way.`}
      </p>
    );
  }
  if (state.status === "failed") {
    return (
      <Notice tone="returned" announce>
        {state.path !== "" && <b className={styles["culprit"]}>{state.path}</b>}
        {state.error.what} {state.error.next} Nothing incomplete was kept.
      </Notice>
    );
  }
  return null;
}
