import { expect, test } from "vitest";
import { formatRun, parseRun, type Run } from "./run.ts";

test.each<Run>([
  { id: "4f1c0a2b", tape: "requests-filled", scenario: "slow" },
  { id: "4f1c0a2b", tape: "sign-in", scenario: undefined },
])("a run survives the round trip through its cookie", (run) => {
  expect(parseRun(formatRun(run))).toEqual(run);
});

test.each(["", "sign-in", "sign-in.sunshine.1", "../../package.-.1", "a/b.-.1", "sign-in.constructor.1"])(
  "%j is no run",
  (cookie) => {
    expect(parseRun(cookie)).toBeUndefined();
  },
);
