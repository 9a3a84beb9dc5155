import type { PageRun } from "@sheaf/mocks/browser/page-run";
import { type RunReport, mergeReports } from "@sheaf/mocks/tape/run-report";
import { ClipboardCopy } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/forms/button.tsx";
import { GroupedList } from "./grouped-list.tsx";
import styles from "./panel.module.css";
import type { RunReports } from "./use-run-report.ts";

/** Shows what was played, what was not played yet, and the misses. */
export function ReportView({ run, reports }: { run: PageRun; reports: RunReports }) {
  const [copied, setCopied] = useState("");
  const { interactions, unused, misses } = mergeReports(reports.page, reports.sidecar);
  const played = interactions - unused.length;
  const summary = `${played} of ${interactions} played${misses.length > 0 ? `, ${misses.length} missed` : ""}`;
  const copy = async () => {
    const report = { ...run.run, address: location.href, played, interactions, misses, unused };
    await navigator.clipboard.writeText(JSON.stringify(report, null, 2));
    setCopied(summary);
  };

  return (
    <section aria-labelledby="sheaf-qa-report">
      <h3 id="sheaf-qa-report">{summary}</h3>
      <progress value={played} max={Math.max(interactions, 1)} aria-label="Played" />
      {misses.length > 0 && (
        <GroupedList
          className={styles["misses"]}
          entries={misses}
          textOf={({ request, reason }) => `${request}\n${reason}`}
        >
          {(miss) => <Miss {...miss} />}
        </GroupedList>
      )}
      {unused.length > 0 && (
        <details>
          <summary>Not played yet ({unused.length})</summary>
          <GroupedList className={styles["unused"]} entries={unused} textOf={(key) => key}>
            {(key) => <code>{key}</code>}
          </GroupedList>
        </details>
      )}
      <div className={styles["actions"]}>
        <Button size="small" icon={<ClipboardCopy />} onClick={() => void copy()}>
          Copy report
        </Button>
        <output>{copied !== "" && `Copied at ${copied}`}</output>
      </div>
    </section>
  );
}

/** The differences come first: both requests may be long and nearly equal. */
function Miss({ request, reason }: RunReport["misses"][number]) {
  const [nearest, ...differences] = reason.split("\n");
  return (
    <>
      {differences.length > 0 && <pre>{differences.map((line) => line.trim()).join("\n")}</pre>}
      <code>{request}</code>
      <code>{nearest}</code>
    </>
  );
}
