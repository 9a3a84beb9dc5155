import type { StageOutcome } from "./run-stage.ts";

/**
 * The table of a run; its last line is the total alone.
 *
 * @param seconds of the whole run, less than the sum where stages ran at the same time.
 */
export function summarize(outcomes: readonly StageOutcome[], seconds: number): string[] {
  const width = Math.max(...outcomes.map(({ name }) => name.length), "stage".length);
  const row = (name: string, tests: string, time: string, note = "") =>
    `${name.padEnd(width)}  ${tests.padStart(6)}  ${time.padStart(8)}${note}`;
  const sum = (of: (outcome: StageOutcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const tests = ({ passed, failed, skipped }: StageOutcome) => passed + failed + skipped;
  const skipped = sum((outcome) => outcome.skipped);
  return [
    row("stage", "tests", "seconds"),
    ...outcomes.map((outcome) =>
      row(
        outcome.name,
        String(tests(outcome)),
        outcome.seconds.toFixed(1),
        outcome.failed > 0 ? `  ${outcome.failed} failed` : "",
      ),
    ),
    row("total", String(sum(tests)), seconds.toFixed(1)),
    "",
    `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed)} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`,
  ];
}
