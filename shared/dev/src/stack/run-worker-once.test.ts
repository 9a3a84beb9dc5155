import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { runWorkerOnce } from "./run-worker-once.ts";

async function run(script: string) {
  const image = await mkdtemp(join(tmpdir(), "sheaf-worker-"));
  onTestFinished(() => rm(image, { recursive: true }));
  await mkdir(join(image, "server"));
  await writeFile(join(image, "server/worker.js"), script);
  return runWorkerOnce("purge", {
    entrypoint: [
      "node",
      "--permission",
      "--allow-fs-read=/sheaf",
      "--allow-fs-read=/files/sheaf/uploads*",
      "server/worker.js",
    ],
    image,
    env: { WORD: "passed", PURGE_UPLOADS_FOLDER: join(tmpdir(), "uploads") },
    uploads: "/files/sheaf/uploads",
    signal: new AbortController().signal,
  });
}

test("one task runs with compose's command on the image's files", async () => {
  expect(
    await run("console.log(process.env.WORD, ...process.argv.slice(2), typeof process.permission)"),
  ).toBe("passed --once purge object");
});

test("the uploads may be read, though their path holds the name of the image's folder", async () => {
  const script = `console.log(process.permission.has("fs.read", process.env.PURGE_UPLOADS_FOLDER + "/a"))`;
  expect(await run(script)).toBe("true");
});

test("a run that leaves something is an error with its output", async () => {
  await expect(run('console.log("left"); process.exitCode = 1')).rejects.toThrow(
    "worker ended with 1:\nleft",
  );
});
