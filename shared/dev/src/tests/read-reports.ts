/** Full names of specs by what came of them. */
export type SpecNames = Record<"passed" | "failed" | "skipped", string[]>;

/** As vitest writes it. */
interface VitestReport {
  testResults: { assertionResults: { fullName: string; status: string }[] }[];
}

export function namesOfVitest(report: string): SpecNames {
  const { testResults } = JSON.parse(report) as VitestReport;
  const specs = testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = (wanted: (status: string) => boolean) =>
    specs.filter(({ status }) => wanted(status)).map(({ fullName }) => fullName);
  return {
    passed: named((status) => status === "passed"),
    failed: named((status) => status === "failed"),
    skipped: named((status) => status !== "passed" && status !== "failed"),
  };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: { title: string; tests: { status: string }[] }[];
}

/** As Playwright writes it. */
interface PlaywrightReport {
  suites: PlaywrightSuite[];
}

export function namesOfPlaywright(report: string): SpecNames {
  const { suites } = JSON.parse(report) as PlaywrightReport;
  const specs = suites.flatMap(specsIn);
  const named = (wanted: (status: string) => boolean) =>
    specs.filter(({ tests }) => tests.some(({ status }) => wanted(status))).map(({ title }) => title);
  return {
    passed: named((status) => status === "expected" || status === "flaky"),
    failed: named((status) => status === "unexpected"),
    skipped: named((status) => status === "skipped"),
  };
}

function specsIn({ suites = [], specs }: PlaywrightSuite): PlaywrightSuite["specs"] {
  return [...specs, ...suites.flatMap(specsIn)];
}
