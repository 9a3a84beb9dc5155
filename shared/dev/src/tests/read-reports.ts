import { stripVTControlCharacters } from "node:util";

/** A spec that failed, and what its runner says of it. */
export interface Failure {
  /** Full name of the spec. */
  name: string;
  message: string;
}

/** Results of specs, in one form for every runner. */
export interface SpecResults {
  passed: number;
  failed: Failure[];
  /** Full names. */
  skipped: string[];
  /** Those that failed and then passed when tried again; not counted in `passed`. */
  flaky: Failure[];
}

/** As vitest writes it. */
interface VitestReport {
  testResults: {
    /** Path of the file. */
    name: string;
    status: string;
    message?: string;
    assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
  }[];
}

export function resultsOfVitest(report: string): SpecResults {
  const { testResults } = JSON.parse(report) as VitestReport;
  const specs = testResults.flatMap(({ assertionResults }) => assertionResults);
  const failed = specs
    .filter(({ status }) => status === "failed")
    .map(({ fullName, failureMessages = [] }) => failure(fullName, failureMessages));
  // A file that could not be loaded fails without specs.
  const unloaded = testResults
    .filter(({ status, assertionResults }) => status === "failed" && assertionResults.length === 0)
    .map(({ name, message = "" }) => failure(name, [message]));
  return {
    passed: specs.filter(({ status }) => status === "passed").length,
    failed: [...failed, ...unloaded],
    skipped: specs
      .filter(({ status }) => status !== "passed" && status !== "failed")
      .map(({ fullName }) => fullName),
    flaky: [],
  };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: PlaywrightTest[] }[];
}

interface PlaywrightTest {
  status: string;
  /** One for each attempt. */
  results?: { error?: { message?: string } }[];
}

/** As Playwright writes it. */
interface PlaywrightReport {
  suites: PlaywrightSuite[];
}

export function resultsOfPlaywright(report: string): SpecResults {
  const { suites } = JSON.parse(report) as PlaywrightReport;
  const specs = suites.flatMap(specsIn);
  const having = (wanted: string) =>
    specs.filter(({ tests }) => tests.some(({ status }) => status === wanted));
  const failures = (wanted: string) =>
    having(wanted).map(({ title, tests }) => failure(title, tests.flatMap(messagesOf)));
  return {
    passed: having("expected").length,
    failed: failures("unexpected"),
    skipped: having("skipped").map(({ title }) => title),
    flaky: failures("flaky"),
  };
}

const messagesOf = ({ results = [] }: PlaywrightTest): string[] =>
  results.flatMap(({ error }) => error?.message ?? []);

function specsIn({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite["specs"] {
  return [...specs, ...suites.flatMap(specsIn)];
}

/** Of the check of tapes, which writes this form and skips nothing. */
export const resultsOfTapes = (report: string): SpecResults => ({
  ...(JSON.parse(report) as Omit<SpecResults, "skipped">),
  skipped: [],
});

/** Runners colour their messages even without a terminal. */
const failure = (name: string, messages: readonly string[]): Failure => ({
  name,
  message: stripVTControlCharacters(messages.join("\n")),
});
