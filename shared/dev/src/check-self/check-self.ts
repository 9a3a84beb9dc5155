import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import process from "node:process";
import { violations, type Violation } from "./violations.ts";
import { repository } from "../repository.ts";

/** Paths of the current violation, to be removed. */
const planted: string[] = [];

const existing = violations.flatMap(({ files }) => Object.keys(files)).filter(existsInRepository);
if (existing.length > 0) {
  console.error(
    `check-self would plant these, but they exist: ${[...new Set(existing)].join(", ")}. Remove them first.`,
  );
  process.exit(1);
}
for (const [signal, status] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const) {
  process.once(signal, () => {
    removePlanted();
    process.exit(status);
  });
}

/** Proves that `check` works: plants one violation of each kind, one at a time, and expects the check to fail. */
const missed: Violation[] = [];
for (const violation of violations) {
  const caught = await plantAndCheck(violation);
  console.log(`${caught ? "caught" : "MISSED"}  ${violation.kind}`);
  if (!caught) missed.push(violation);
}
if (missed.length > 0) process.exitCode = 1;

async function plantAndCheck(violation: Violation): Promise<boolean> {
  try {
    for (const [name, content] of Object.entries(violation.files)) {
      plant(join(repository, name), content);
    }
    const output = await outputWhenFailing(violation.command, join(repository, violation.cwd ?? "."));
    return output !== undefined && violation.expect.test(output);
  } finally {
    removePlanted();
  }
}

/** Synchronous, like removing, so that a signal is handled before or after it, never halfway. */
function plant(path: string, content: string): void {
  const firstNewFolder = mkdirSync(dirname(path), { recursive: true });
  if (firstNewFolder !== undefined) planted.push(firstNewFolder);
  writeFileSync(path, content, { flag: "wx" });
  planted.push(path);
}

function removePlanted(): void {
  for (const path of planted.splice(0)) rmSync(path, { recursive: true, force: true });
}

function existsInRepository(name: string): boolean {
  return existsSync(join(repository, name));
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
