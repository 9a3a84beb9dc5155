import { type PageRun, beginRun, resumeRun } from "@sheaf/mocks/browser/page-run";
import { startPageNetwork } from "@sheaf/mocks/browser/page-network";
import { refuseElsewhere } from "@sheaf/mocks/browser/refuse-elsewhere";
import { setClock } from "@sheaf/mocks/clock";
import { type RunReport, wholeReport } from "@sheaf/mocks/run";
import { pageConfig } from "../lib/page-config.ts";
import { mountPanel } from "./mount-panel.tsx";
import { type AskedRun, askedRun, withRun } from "./run-address.ts";

declare global {
  interface Window {
    /** For whoever drives a QA build by a script. */
    sheafQa?: {
      report(): Promise<RunReport>;
      /** Where the mail leads that was asked for last; undefined where there is none. */
      mailedLink(): Promise<string | undefined>;
    };
  }
}

/** Puts a tape in the place of the network and the clock, and shows the panel. Resolves when the page may start. */
export async function startMocks(): Promise<void> {
  if (import.meta.env["VITE_RECORDS"]) return mountPanel({ kind: "recording" });
  const asked = askedRun(location);
  const { run, problem } = await chosenRun(asked);
  const tape = run.run && run.tape;
  if (asked && tape && location.pathname === "/" && tape.opens !== "/") {
    location.replace(withRun(new URL(tape.opens, location.origin), asked));
    // Nothing of this page is shown any more.
    return new Promise(() => undefined);
  }
  if (asked && run.run) history.replaceState(history.state, "", withRun(new URL(location.href), run.run));

  const { platformUrl } = pageConfig();
  const page = run.scenario?.page;
  if (page?.offline) Object.defineProperty(navigator, "onLine", { get: () => false });
  setClock(() => {
    const now = run.now();
    return now === undefined ? undefined : now + (page?.clockAheadMs ?? 0);
  });
  const onElsewhere = (request: string) =>
    run.miss(request, "It goes to somebody else than the platform and this site, whom no tape knows.");
  startPageNetwork({
    platformUrl,
    play: run.play,
    sees: (url) => run.see(url),
    lets: ({ pathname }) => !page?.offline || !pathname.startsWith("/auth/"),
    onElsewhere,
  });
  refuseElsewhere({ platformUrl, onElsewhere });
  window.sheafQa = {
    report: async () => wholeReport(run.report(), await run.sidecarReport()),
    mailedLink: async () => {
      const sidecar = await run.sidecarReport();
      return sidecar && run.mailedLink(sidecar);
    },
  };
  mountPanel({ kind: "playing", run, problem });
}

/** The run that the address asks for, unless it is going on already. */
async function chosenRun(asked: AskedRun | undefined): Promise<{ run: PageRun; problem?: string }> {
  const current = await resumeRun();
  if (!asked || (asked.id !== undefined && asked.id === current.run?.id)) return { run: current };
  try {
    return { run: await beginRun(asked) };
  } catch (error) {
    return { run: current, problem: error instanceof Error ? error.message : String(error) };
  }
}
