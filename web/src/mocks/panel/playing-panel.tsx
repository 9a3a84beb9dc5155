import type { PageRun } from "@sheaf/mocks/browser/page-run";
import { Notice } from "../../ui/status/notice.tsx";
import { Chooser } from "./chooser.tsx";
import { NowPlaying } from "./now-playing.tsx";
import styles from "./panel.module.css";
import { ReportView } from "./report-view.tsx";
import { useRunReport } from "./use-run-report.ts";

export function PlayingPanel({ run, problem }: { run: PageRun; problem: string | undefined }) {
  const reports = useRunReport(run);
  return (
    <div className={styles["parts"]}>
      {problem !== undefined && <Notice tone="returned">{problem}</Notice>}
      {run.run && <NowPlaying run={run} emailedLink={reports.emailedLink} />}
      {run.run && <ReportView run={run} reports={reports} />}
      <Chooser chosen={run.run} />
    </div>
  );
}
