import type { PageRun } from "@sheaf/mocks/browser/page-run";
import { useState, useSyncExternalStore } from "react";
import { Frame } from "./frame.tsx";
import { PlayingPanel } from "./playing-panel.tsx";
import { readOpening } from "./recording-opening.ts";
import { RecordingPanel } from "./recording-panel.tsx";

export type PanelProps =
  | { kind: "recording" }
  /** `problem` explains why the requested run could not start. */
  | { kind: "playing"; run: PageRun; problem?: string | undefined };

/** The tester's view of a QA build: a bar at the edge of the window that opens a panel. */
export function Panel(props: PanelProps) {
  return props.kind === "recording" ? <RecordingBar /> : <PlayingBar {...props} />;
}

function RecordingBar() {
  const [opening, setOpening] = useState(readOpening);
  return (
    <Frame
      summary={opening ? "Recording…" : "Record a tape"}
      tone={opening ? "recording" : undefined}
      startsOpen={false}
    >
      <RecordingPanel opening={opening} onSaved={() => setOpening(undefined)} />
    </Frame>
  );
}

function PlayingBar({ run, problem }: Extract<PanelProps, { kind: "playing" }>) {
  const { misses } = useSyncExternalStore(run.onChange, run.report);
  const { run: chosen } = run;
  const summary = chosen ? [chosen.tape, chosen.scenario].filter(Boolean).join(" · ") : "no tape";
  return (
    <Frame
      summary={summary}
      count={misses.length}
      tone={misses.length > 0 ? "trouble" : undefined}
      startsOpen={!chosen || problem !== undefined}
    >
      <PlayingPanel run={run} problem={problem} />
    </Frame>
  );
}
