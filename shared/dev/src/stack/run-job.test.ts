import { expect, test } from "vitest";
import { runJob } from "./run-job.ts";

const sh = (script: string, signal = new AbortController().signal) =>
  runJob({
    name: "the job",
    command: "sh",
    args: ["-c", script],
    env: { WORD: "passed" },
    input: "in",
    signal,
  });

test("a job gets its environment and its input, and nothing else", async () => {
  expect(await sh('cat; echo " $WORD"; test -z "$HOME"')).toBe("in passed");
});

test("a failed job is reported with its output", async () => {
  await expect(sh("echo reason >&2; exit 3")).rejects.toThrow("the job ended with 3:\nreason");
});

test("aborting the run stops the job", async () => {
  const run = new AbortController();
  const job = sh("exec sleep 60", run.signal);
  run.abort();
  await expect(job).rejects.toThrow("aborted");
});
