import type { PageRun } from "@sheaf/mocks/browser/page-run";
import { rememberPanelOpen, panelWasOpen } from "@sheaf/mocks/browser/page-storage";
import { ChevronDown, FlaskConical } from "lucide-react";
import { type ReactNode, useState, useSyncExternalStore } from "react";
import { Button } from "../../ui/forms/button.tsx";
import styles from "./panel.module.css";
import { PlayingPanel } from "./playing-panel.tsx";
import { RecordingPanel } from "./recording-panel.tsx";

export type PanelProps =
  | { kind: "recording" }
  /** `problem` explains why the requested run could not start. */
  | { kind: "playing"; run: PageRun; problem?: string | undefined };

/** The tester's view of a QA build: a small bar at the edge of the page that opens a panel. */
export function Panel(props: PanelProps) {
  return props.kind === "recording" ? <RecordingBar /> : <PlayingBar {...props} />;
}

function RecordingBar() {
  return (
    <Frame summary="Record" startsOpen={false}>
      <RecordingPanel />
    </Frame>
  );
}

function PlayingBar({ run, problem }: Extract<PanelProps, { kind: "playing" }>) {
  const { misses } = useSyncExternalStore(run.onChange, run.report);
  const { run: chosen } = run;
  const summary = chosen ? [chosen.tape, chosen.scenario].filter(Boolean).join(" · ") : "no tape";
  return (
    <Frame summary={summary} count={misses.length} startsOpen={!chosen || problem !== undefined}>
      <PlayingPanel run={run} problem={problem} />
    </Frame>
  );
}

interface FrameProps {
  summary: string;
  /** Number of misses. */
  count?: number;
  startsOpen: boolean;
  children: ReactNode;
}

function Frame({ summary, count = 0, startsOpen, children }: FrameProps) {
  const [open, setOpen] = useState(() => startsOpen || panelWasOpen());
  const fold = (now: boolean) => {
    setOpen(now);
    rememberPanelOpen(now);
  };
  return (
    <aside className={styles["frame"]} aria-label="QA">
      {open && (
        <div className={styles["panel"]}>
          <Button
            className={styles["fold"]}
            variant="quiet"
            size="small"
            aria-label="Close the QA panel"
            icon={<ChevronDown />}
            onClick={() => fold(false)}
          />
          {children}
        </div>
      )}
      <button
        type="button"
        className={styles["bar"]}
        aria-expanded={open}
        data-trouble={count > 0}
        onClick={() => fold(!open)}
      >
        <FlaskConical aria-hidden="true" />
        <span className={styles["text"]}>{summary}</span>
        {count > 0 && <span>{count === 1 ? "1 miss" : `${count} misses`}</span>}
      </button>
    </aside>
  );
}
