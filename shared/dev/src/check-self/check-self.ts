import { execFile } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { violations, type Violation } from "./violations.ts";
import { repository } from "../repository.ts";

/** Proves that `check` works: plants one violation of each kind, one at a time, and expects the check to fail. */
const missed: Violation[] = [];
for (const violation of violations) {
  const caught = await plantAndCheck(violation);
  console.log(`${caught ? "caught" : "MISSED"}  ${violation.kind}`);
  if (!caught) missed.push(violation);
}
if (missed.length > 0) process.exitCode = 1;

async function plantAndCheck(violation: Violation): Promise<boolean> {
  const planted: string[] = [];
  try {
    for (const [name, content] of Object.entries(violation.files)) {
      const path = join(repository, name);
      const firstNewFolder = await mkdir(dirname(path), { recursive: true });
      planted.push(firstNewFolder ?? path);
      await writeFile(path, content, { flag: "wx" });
    }
    const output = await outputWhenFailing(violation.command, join(repository, violation.cwd ?? "."));
    return output !== undefined && violation.expect.test(output);
  } finally {
    for (const path of planted) await rm(path, { recursive: true, force: true });
  }
}

function outputWhenFailing(
  [command, ...args]: [string, ...string[]],
  cwd: string,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve(error ? stdout + stderr : undefined);
    });
  });
}
