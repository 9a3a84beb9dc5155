import type { PageRun } from "@sheaf/mocks/browser/page-run";
import type { RunReport } from "@sheaf/mocks/tape/run-report";
import { useEffect, useState } from "react";

export interface RunReports {
  page: RunReport;
  /** Undefined until it is loaded, and if the sidecar doesn't know the run. */
  sidecar: RunReport | undefined;
  /** Link in the latest email. */
  emailedLink: string | undefined;
}

/** Reports of page and sidecar, refreshed after every response. */
export function useRunReport(run: PageRun): RunReports {
  const [reports, setReports] = useState<RunReports>(() => ({
    page: run.report(),
    sidecar: undefined,
    emailedLink: undefined,
  }));

  useEffect(() => {
    let latest = 0;
    const read = async () => {
      const turn = (latest += 1);
      setReports((before) => ({ ...before, page: run.report() }));
      const sidecar = await run.sidecarReport();
      if (turn !== latest) return;
      setReports({ page: run.report(), sidecar, emailedLink: sidecar && run.emailedLink(sidecar) });
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
