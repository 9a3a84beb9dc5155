import { type PageRun, beginRun, resumeRun } from "@sheaf/mocks/browser/page-run";
import { startPageNetwork } from "@sheaf/mocks/browser/page-network";
import { blockOtherOrigins } from "@sheaf/mocks/browser/block-other-origins";
import { setClock } from "@sheaf/mocks/clock";
import { type RunReport, mergeReports } from "@sheaf/mocks/tape/run-report";
import { pageConfig } from "../lib/page-config.ts";
import { mountPanel } from "./mount-panel.tsx";
import { type RequestedRun, requestedRun, withRun } from "./run-address.ts";

declare global {
  interface Window {
    /** Script interface of a QA build. */
    sheafQa?: {
      report(): Promise<RunReport>;
      /** Link in the latest email; undefined if there is none. */
      emailedLink(): Promise<string | undefined>;
    };
  }
}

/** Replaces the network and the clock by a tape and shows the panel. Resolves when the page may start. */
export async function startMocks(): Promise<void> {
  if (import.meta.env["VITE_RECORDS"]) return mountPanel({ kind: "recording" });
  const requested = requestedRun(location);
  const { run, problem } = await chosenRun(requested);
  const tape = run.run && run.tape;
  if (requested && tape && location.pathname === "/" && tape.startPath !== "/") {
    location.replace(withRun(new URL(tape.startPath, location.origin), requested));
    // The page is being replaced, so it must not start.
    return new Promise(() => undefined);
  }
  if (requested && run.run) history.replaceState(history.state, "", withRun(new URL(location.href), run.run));

  const { platformUrl } = pageConfig();
  const page = run.scenario?.page;
  if (page?.offline) Object.defineProperty(navigator, "onLine", { get: () => false });
  setClock(() => {
    const now = run.now();
    return now === undefined ? undefined : now + (page?.clockAheadMs ?? 0);
  });
  const onBlocked = (request: string) =>
    run.miss(request, "Blocked: tapes only have requests to the platform and this site.");
  startPageNetwork({
    platformUrl,
    respond: run.respond,
    onPlatformRequest: (url) => run.noteRedirect(url),
    allows: ({ pathname }) => !page?.offline || !pathname.startsWith("/auth/"),
    onBlocked,
  });
  blockOtherOrigins({ platformUrl, onBlocked });
  window.sheafQa = {
    report: async () => mergeReports(run.report(), await run.sidecarReport()),
    emailedLink: async () => {
      const sidecar = await run.sidecarReport();
      return sidecar && run.emailedLink(sidecar);
    },
  };
  mountPanel({ kind: "playing", run, problem });
}

/** Starts the run that the address asks for, or continues it. */
async function chosenRun(requested: RequestedRun | undefined): Promise<{ run: PageRun; problem?: string }> {
  const current = await resumeRun();
  if (!requested || (requested.id !== undefined && requested.id === current.run?.id)) return { run: current };
  try {
    return { run: await beginRun(requested) };
  } catch (error) {
    return { run: current, problem: error instanceof Error ? error.message : String(error) };
  }
}
