import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { expect, onTestFinished, test } from "vitest";
import { emptyFolder, writeFiles } from "../testing/folders.ts";
import { development } from "./compose-settings.ts";
import { readCompose } from "./read-compose.ts";

/** Runs the loop from docker-compose.yml around a given job. */
async function startLoop(
  job: string,
  pauseSeconds: string,
): Promise<{ loop: ChildProcess; output: () => string }> {
  const { services } = await readCompose(development);
  const [shell = "", ...args] = services["purge"]?.entrypoint ?? [];
  const folder = await emptyFolder();
  await mkdir(join(folder, "server"));
  await writeFiles(folder, { "server/purge.js": job });
  const loop = spawn(
    shell,
    args.map((arg) => arg.replaceAll("/sheaf", folder)),
    {
      cwd: folder,
      env: {
        PATH: `${dirname(process.execPath)}:${String(process.env["PATH"])}`,
        PURGE_PAUSE_SECONDS: pauseSeconds,
        PURGE_UPLOADS_FOLDER: folder,
      },
    },
  );
  onTestFinished(() => void loop.kill("SIGKILL"));
  let output = "";
  loop.stdout.on("data", (chunk) => (output += String(chunk)));
  return { loop, output: () => output };
}

test("the purge job of docker compose keeps running after a failed run", async () => {
  const { output } = await startLoop("console.log('purged'); process.exitCode = 1;", "0");
  await expect.poll(output, { timeout: 10_000 }).toMatch(/(purged\n){3}/);
});

test("the purge job of docker compose stops immediately between two runs", async () => {
  const { loop, output } = await startLoop("console.log('purged')", "900");
  await expect.poll(output, { timeout: 10_000 }).toBe("purged\n");
  const ended = once(loop, "exit");
  loop.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
});

test("the purge job of docker compose finishes its current run before it stops", async () => {
  const job = `
    const held = setInterval(() => undefined, 1000);
    process.once("SIGTERM", () => {
      console.log("told");
      clearInterval(held);
    });
    console.log("begun");
    process.once("exit", () => console.log("ended"));`;
  const { loop, output } = await startLoop(job, "900");
  await expect.poll(output, { timeout: 10_000 }).toBe("begun\n");
  const ended = once(loop, "exit");
  loop.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(output()).toBe("begun\ntold\nended\n");
});
