import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runSpecs } from "./run-specs.ts";

/** A runner with the given script, in a separate folder. */
async function runnerOf(script: string) {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-specs-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const runner = join(folder, "runner.mjs");
  await writeFile(runner, `import { writeFileSync } from "node:fs";\n${script}`);
  const run = (signal = new AbortController().signal) =>
    runSpecs(
      {
        name: "specs",
        runner,
        args: [],
        cwd: folder,
        env: { WORD: "passed" },
        report: join(folder, "report"),
        signal,
      },
      (report) => ({
        passed: report === "passed" ? 3 : 0,
        failed: [],
        skipped: ["one"],
        flaky: [{ name: "two", message: "late" }],
      }),
    );
  return { run, file: (name: string) => readFile(join(folder, name), "utf8").catch(() => "") };
}

test("a run gets its environment and returns the results of its report", async () => {
  const { run } = await runnerOf('writeFileSync("report", process.env.WORD); process.exitCode = 1;');
  expect(await run()).toMatchObject({ name: "specs", passed: 4, failed: [], skipped: ["one"] });
});

test("a run without a report is an error", async () => {
  const { run } = await runnerOf("");
  await expect(run()).rejects.toThrow("specs ended without a report.");
});

test("a stopped runner can shut down by itself, and nothing is left running", async () => {
  const { run, file } = await runnerOf(`
    import { spawn } from "node:child_process";
    const browser = spawn("sleep", ["60"]);
    process.once("SIGINT", () => { writeFileSync("ended", "well"); process.exit(); });
    writeFileSync("begun", String(browser.pid));`);
  const stopped = new AbortController();
  const running = run(stopped.signal);
  await expect.poll(() => file("begun")).not.toBe("");
  stopped.abort(new Error("Stopped."));
  await expect(running).rejects.toThrow("Stopped.");
  expect(await file("ended")).toBe("well");
  const browser = Number(await file("begun"));
  await expect
    .poll(async () => readFile(`/proc/${browser}/stat`, "utf8").catch(() => "gone Z"))
    .toMatch(/ Z/);
});
