import { expect, test } from "vitest";
import { runJob } from "./run-job.ts";

const sh = (script: string, signal = new AbortController().signal) =>
  runJob({
    name: "the job",
    command: "sh",
    args: ["-c", script],
    env: { WORD: "told" },
    input: "in",
    signal,
  });

test("a job gets its environment and its input, and nothing else", async () => {
  expect(await sh('cat; echo " $WORD"; test -z "$HOME"')).toBe("in told");
});

test("a job that fails is told with what it printed", async () => {
  await expect(sh("echo reason >&2; exit 3")).rejects.toThrow("the job ended with 3:\nreason");
});

test("a job ends with the run", async () => {
  const run = new AbortController();
  const job = sh("exec sleep 60", run.signal);
  run.abort();
  await expect(job).rejects.toThrow("aborted");
});
