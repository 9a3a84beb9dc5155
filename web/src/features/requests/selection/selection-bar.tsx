import { Archive, ArchiveRestore, Ban, Copy, Download, RotateCcw, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { RequestSummary } from "../../../data/requests/request-summary.models.ts";
import { DownloadDialog } from "../../../steps/download/download-dialog.tsx";
import { Kbd } from "../../../ui/layout/kbd.tsx";
import { classNames } from "../../../ui/theme/class-names.ts";
import { LiveRegion } from "../../../ui/theme/visually-hidden.tsx";
import { type AskedAct, ConfirmActDialog } from "./confirm-act-dialog.tsx";
import { FailedActDialog } from "./failed-act-dialog.tsx";
import { actLabel, actsFor, actTexts, needsConfirming, type SelectedAct } from "./selected-acts.models.ts";
import styles from "./selection-bar.module.css";
import { useSelectedActs } from "./use-selected-acts.ts";
import { useSelectedDownload } from "./use-selected-download.ts";
import type { Selection } from "./use-selection.ts";

const icons: Readonly<Record<SelectedAct, ReactNode>> = {
  archive: <Archive />,
  unarchive: <ArchiveRestore />,
  cancel: <Ban />,
  reopen: <RotateCcw />,
  duplicate: <Copy />,
};

/** The acts on the selected requests, above the end of the page. */
export function SelectionBar({ selection }: { selection: Selection }) {
  const acts = useSelectedActs(selection.remove);
  const download = useSelectedDownload();
  const [asked, setAsked] = useState<AskedAct>();
  const selected = selection.requests;
  const sent = selected.filter(({ status }) => status !== "draft");
  const { running } = acts;
  const progress = running && `${actTexts[running.act].doing} ${running.done} of ${running.all}…`;
  const isShown = selected.length > 0 || running !== undefined;
  useFocusAfter(isShown);

  const start = (act: SelectedAct, requests: readonly RequestSummary[]) => {
    if (needsConfirming(act, requests.length)) setAsked({ act, requests });
    else acts.run(act, requests);
  };
  return (
    <>
      {isShown && (
        <div className={styles["bar"]} role="group" aria-label="Selected requests">
          <p>{progress ?? `${selected.length} selected`}</p>
          {sent.length > 0 && (
            <button
              type="button"
              className={classNames(styles["act"], styles["first"])}
              aria-disabled={running !== undefined}
              onClick={() => running || download.start(sent)}
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
              aria-disabled={running !== undefined}
              onClick={() => running || start(act, requests)}
            >
              {icons[act]}
              {actLabel(actTexts[act].label, requests.length, selected.length)}
            </button>
          ))}
          <button type="button" className={styles["clear"]} onClick={() => selection.set([])}>
            <X aria-hidden="true" />
            Clear <Kbd onAccent>Esc</Kbd>
          </button>
        </div>
      )}
      <LiveRegion message={running ? `${actTexts[running.act].doing}…` : ""} />
      <ConfirmActDialog
        asked={asked}
        onClose={() => setAsked(undefined)}
        onConfirm={({ act, requests }) => {
          setAsked(undefined);
          acts.run(act, requests);
        }}
      />
      <FailedActDialog
        failed={acts.failed}
        onRetry={({ act, failures, changed }) =>
          acts.run(
            act,
            failures.map(({ request }) => request),
            changed,
          )
        }
        onClose={({ act, changed }) => acts.finish(act, changed)}
      />
      <DownloadDialog state={download.state} onRetry={download.retry} onClose={download.close} />
    </>
  );
}

/** When the bar is gone and had the focus, the page gets it; otherwise it would begin at the top again. */
function useFocusAfter(isShown: boolean) {
  const wasShown = useRef(false);
  useEffect(() => {
    if (wasShown.current && !isShown && document.activeElement === document.body) {
      document.querySelector("main")?.focus({ preventScroll: true });
    }
    wasShown.current = isShown;
  }, [isShown]);
}
