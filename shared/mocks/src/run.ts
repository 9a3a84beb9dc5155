import { type ScenarioName, scenarios } from "./scenarios/scenarios.ts";

/** A tape that somebody plays, in one browser. */
export interface Run {
  /** Made up by the page; tells this run from every other of the same tape. */
  id: string;
  /** The tape's name. */
  tape: string;
  scenario: ScenarioName | undefined;
}

/** The cookie by which every request of a browser says which run it belongs to. */
export const runCookie = "sheaf-qa";

/** Where the sidecar tells the page how far its part of the run is, as a `RunReport`. */
export const runReportPath = "/mocks/run";

/** How far a run is, as far as one of its two sides knows. */
export interface RunReport {
  /** How many takes this side of the tape has. */
  takes: number;
  /** Those that nobody has asked for, each as its key. */
  unused: readonly string[];
  misses: readonly { request: string; why: string }[];
}

/** The page's side of a run and the sidecar's, together; that one is undefined where it does not know the run. */
export function wholeReport(page: RunReport, sidecar: RunReport | undefined): RunReport {
  if (!sidecar) return page;
  return {
    takes: page.takes + sidecar.takes,
    unused: [...page.unused, ...sidecar.unused],
    misses: [...page.misses, ...sidecar.misses],
  };
}

const none = "-";

/** The cookie's value. */
export function formatRun({ id, tape, scenario }: Run): string {
  return [tape, scenario ?? none, id].join(".");
}

/** @returns undefined for what is no run, one of an unknown scenario among it. */
export function parseRun(value: string): Run | undefined {
  const [, tape, scenario, id] = /^([a-z0-9-]+)\.([a-z0-9-]+)\.([\w-]+)$/.exec(value) ?? [];
  if (tape === undefined || scenario === undefined || id === undefined) return undefined;
  if (scenario === none) return { id, tape, scenario: undefined };
  return isScenario(scenario) ? { id, tape, scenario } : undefined;
}

export function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(scenarios, name);
}
