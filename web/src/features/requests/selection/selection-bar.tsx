import { useQueryClient } from "@tanstack/react-query";
import { Archive, ArchiveRestore, Ban, Copy, Download, RotateCcw, X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { loadRequests } from "../../../data/requests/request.query.ts";
import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { archiveName } from "../../../steps/download/archive.models.ts";
import { DownloadDialog } from "../../../steps/download/download-dialog.tsx";
import { useDownload } from "../../../steps/download/use-download.ts";
import { Kbd } from "../../../ui/layout/kbd.tsx";
import { ConfirmDialog } from "../../../ui/overlays/confirm-dialog.tsx";
import { classNames } from "../../../ui/theme/class-names.ts";
import { LiveRegion } from "../../../ui/theme/visually-hidden.tsx";
import { FailedActDialog } from "./failed-act-dialog.tsx";
import { actLabel, actsFor, actTexts, type SelectedAct } from "./selected-acts.models.ts";
import styles from "./selection-bar.module.css";
import { useSelectedActs } from "./use-selected-acts.ts";
import type { Selection } from "./use-selection.ts";

const icons: Readonly<Record<SelectedAct, ReactNode>> = {
  archive: <Archive />,
  unarchive: <ArchiveRestore />,
  cancel: <Ban />,
  reopen: <RotateCcw />,
  duplicate: <Copy />,
};

interface SelectionBarProps {
  /** All rows of the list. */
  rows: readonly RequestSummary[];
  selection: Selection;
}

/** The acts on the selected requests, above the end of the page. */
export function SelectionBar({ rows, selection }: SelectionBarProps) {
  const cache = useQueryClient();
  const acts = useSelectedActs();
  const [isCancelling, setIsCancelling] = useState(false);
  const selected = rows.filter(({ id }) => selection.ids.has(id));
  const sent = selected.filter(({ status }) => status !== "draft");
  const cancelled = selected.filter(({ status }) => status === "open");
  const [only, second] = sent;
  const download = useDownload({
    name: only && !second ? archiveName(only) : formatCount(sent.length, "request"),
    load: (signal) =>
      loadRequests(
        cache,
        sent.map(({ id }) => id),
        signal,
      ),
  });
  const { running } = acts;
  const progress = running && `${actTexts[running.act].doing} ${running.done} of ${running.all}…`;

  const run = (act: SelectedAct, requests: readonly Pick<RequestSummary, "id" | "title">[]) =>
    void acts.run(act, requests).then(selection.set);
  const start = (act: SelectedAct, requests: readonly RequestSummary[]) => {
    if (act === "cancel") setIsCancelling(true);
    else run(act, requests);
  };
  return (
    <>
      {(selected.length > 0 || running) && (
        <div className={styles["bar"]} role="toolbar" aria-label="Selected requests">
          <p>{progress ?? `${selected.length} selected`}</p>
          {!running && (
            <>
              {selected.length < rows.length && (
                <button
                  type="button"
                  className={styles["all"]}
                  onClick={() => selection.set(rows.map(({ id }) => id))}
                >
                  Select all {rows.length}
                </button>
              )}
              {sent.length > 0 && (
                <button
                  type="button"
                  className={classNames(styles["act"], styles["first"])}
                  onClick={() => void download.start()}
                >
                  <Download aria-hidden="true" />
                  {actLabel("Download", sent.length, selected.length)}
                </button>
              )}
              {actsFor(selected).map(({ act, requests }) => (
                <button
                  key={act}
                  type="button"
                  className={styles["act"]}
                  onClick={() => start(act, requests)}
                >
                  {icons[act]}
                  {actLabel(actTexts[act].label, requests.length, selected.length)}
                </button>
              ))}
              <button type="button" className={styles["clear"]} onClick={() => selection.set([])}>
                <X aria-hidden="true" />
                Clear <Kbd onAccent>Esc</Kbd>
              </button>
            </>
          )}
        </div>
      )}
      <LiveRegion
        message={
          selected.length > 0 ? formatCount(selected.length, "request selected", "requests selected") : ""
        }
      />
      <ConfirmDialog
        open={isCancelling}
        onClose={() => setIsCancelling(false)}
        title={`Cancel ${formatCount(cancelled.length, "request")}?`}
        cancelLabel={cancelled.length === 1 ? "Keep it" : "Keep them"}
        confirmLabel={cancelled.length === 1 ? "Cancel request" : "Cancel requests"}
        onConfirm={() => {
          setIsCancelling(false);
          run("cancel", cancelled);
        }}
      >
        <p>
          Recipients can no longer add anything. You keep everything already received, and you can reopen a
          request for 30 days.
        </p>
      </ConfirmDialog>
      <FailedActDialog
        failed={acts.failed}
        onRetry={({ act, failures }) =>
          run(
            act,
            failures.map(({ request }) => request),
          )
        }
        onClose={acts.forget}
      />
      <DownloadDialog state={download.state} onRetry={() => void download.start()} onClose={download.close} />
    </>
  );
}
