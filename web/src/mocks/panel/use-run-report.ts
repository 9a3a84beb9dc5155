import type { PageRun } from "@sheaf/mocks/browser/page-run";
import type { RunReport } from "@sheaf/mocks/run";
import { useEffect, useState } from "react";

export interface RunReports {
  page: RunReport;
  /** Undefined as long as it is not known, and where the sidecar has not heard of the run. */
  sidecar: RunReport | undefined;
  /** Where the mail leads that was asked for last. */
  mailedLink: string | undefined;
}

/** How far a run is, on both of its sides; read again whenever something was answered. */
export function useRunReport(run: PageRun): RunReports {
  const [reports, setReports] = useState<RunReports>(() => ({
    page: run.report(),
    sidecar: undefined,
    mailedLink: undefined,
  }));

  useEffect(() => {
    let latest = 0;
    const read = async () => {
      const turn = (latest += 1);
      setReports((before) => ({ ...before, page: run.report() }));
      const sidecar = await run.sidecarReport();
      if (turn !== latest) return;
      setReports({ page: run.report(), sidecar, mailedLink: sidecar && run.mailedLink(sidecar) });
    };
    void read();
    const stop = run.onChange(() => void read());
    return () => {
      latest = -1;
      stop();
    };
  }, [run]);

  return reports;
}
