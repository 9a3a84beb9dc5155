import type { PageRun } from "@sheaf/mocks/browser/page-run";
import { type RunReport, wholeReport } from "@sheaf/mocks/run";
import { ClipboardCopy } from "lucide-react";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Counted } from "./counted.tsx";
import styles from "./panel.module.css";
import type { RunReports } from "./use-run-report.ts";

/** What was played, what nobody has asked for yet, and what was asked for in vain. */
export function ReportView({ run, reports }: { run: PageRun; reports: RunReports }) {
  const [copied, setCopied] = useState("");
  const { takes, unused, misses } = wholeReport(reports.page, reports.sidecar);
  const played = takes - unused.length;
  const summary = `${played} of ${takes} played${misses.length > 0 ? `, ${misses.length} missed` : ""}`;
  const copy = async () => {
    const report = { ...run.run, address: location.href, played, takes, misses, unused };
    await navigator.clipboard.writeText(JSON.stringify(report, null, 2));
    setCopied(summary);
  };

  return (
    <section aria-labelledby="sheaf-qa-report">
      <h3 id="sheaf-qa-report">{summary}</h3>
      <progress value={played} max={Math.max(takes, 1)} aria-label="Played" />
      {misses.length > 0 && (
        <Counted
          className={styles["misses"]}
          entries={misses}
          textOf={({ request, why }) => `${request}\n${why}`}
        >
          {(miss) => <Miss {...miss} />}
        </Counted>
      )}
      {unused.length > 0 && (
        <details>
          <summary>Not asked for yet ({unused.length})</summary>
          <Counted className={styles["unused"]} entries={unused} textOf={(key) => key}>
            {(key) => <code>{key}</code>}
          </Counted>
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

/** What is different comes first: both requests may be long, and nearly the same. */
function Miss({ request, why }: RunReport["misses"][number]) {
  const [nearest, ...differences] = why.split("\n");
  return (
    <>
      {differences.length > 0 && <pre>{differences.map((line) => line.trim()).join("\n")}</pre>}
      <code>{request}</code>
      <code>{nearest}</code>
    </>
  );
}
