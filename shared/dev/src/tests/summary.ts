import type { Failure } from "./read-reports.ts";
import type { StageOutcome } from "./run-stage.ts";

/** A run with more flaky tests than this has failed: they hide faults. */
const mostFlaky = 3;

export interface Summary {
  lines: string[];
  failed: number;
}

/**
 * Lists flaky tests and failures below the output of the stages, then the table. The last line is only the total, because programs read it.
 *
 * @param seconds of the whole run, less than the sum where stages ran at the same time.
 */
export function summarize(outcomes: readonly StageOutcome[], seconds: number): Summary {
  const sum = (of: (outcome: StageOutcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0);
  const flaky = sum((outcome) => outcome.flaky.length);
  const skipped = sum((outcome) => outcome.skipped);
  const failed = sum(({ failures }) => failures.length) + (flaky > mostFlaky ? 1 : 0);
  const passed = sum((outcome) => outcome.passed) + flaky;
  return {
    failed,
    lines: [
      ...outcomes.flatMap(({ name, flaky }) => flaky.flatMap((test) => described(`flaky in ${name}`, test))),
      ...outcomes.filter(({ failures }) => failures.length > 0).flatMap(failuresOf),
      ...(flaky > mostFlaky ? [`More than ${mostFlaky} tests were flaky, which fails the run.`] : []),
      ...table(outcomes, seconds),
      "",
      ...(flaky > 0 ? [`${flaky} flaky`] : []),
      ...(skipped > 0 ? [`${skipped} skipped`] : []),
      `${passed} passed, ${failed} failed`,
    ],
  };
}

const failuresOf = ({ name, failures, lastLines }: StageOutcome): string[] => [
  ...failures.flatMap((failure) => described(`failed in ${name}`, failure)),
  ...(lastLines.length > 0 ? [`the last lines in ${name}:`, ...lastLines.map(indented)] : []),
  "",
];

const described = (what: string, { name, message }: Failure): string[] => [
  `${what}: ${name}`,
  ...message.split("\n").map(indented),
];

const indented = (line: string) => `  ${line}`;

function table(outcomes: readonly StageOutcome[], seconds: number): string[] {
  const width = Math.max(...outcomes.map(({ name }) => name.length), "stage".length);
  const row = (name: string, tests: string, time: string, note = "") =>
    `${name.padEnd(width)}  ${tests.padStart(6)}  ${time.padStart(8)}${note}`;
  const counts = outcomes.map(countOf);
  return [
    row("stage", "tests", "seconds"),
    ...outcomes.map((outcome, index) =>
      row(outcome.name, String(counts[index]), outcome.seconds.toFixed(1), notesOf(outcome)),
    ),
    row("total", String(counts.reduce((total, count) => total + count, 0)), seconds.toFixed(1)),
  ];
}

const countOf = ({ passed, failures, skipped, flaky }: StageOutcome): number =>
  passed + failures.length + skipped + flaky.length;

const notesOf = ({ failures, flaky }: StageOutcome): string =>
  [
    ...(failures.length > 0 ? [`  ${failures.length} failed`] : []),
    ...(flaky.length > 0 ? [`  ${flaky.length} flaky`] : []),
  ].join("");
