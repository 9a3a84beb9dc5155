import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { type Check, checks, type Violation } from "./violations.ts";
import { repository } from "../repository.ts";

/** Paths of the current violations, to be removed. */
const planted: string[] = [];

const existing = checks
  .flatMap(({ violations }) => violations.flatMap(pathsOf))
  .filter((path) => existsSync(join(repository, path)));
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

/** The violations that their check didn't name. */
const missed: Violation[] = [];
for (const check of checks) {
  const output = await outputWithPlanted(check);
  for (const violation of check.violations) {
    const isCaught = isNamed(violation, output);
    console.log(`${isCaught ? "caught" : "MISSED"}  ${violation.kind}`);
    if (!isCaught) missed.push(violation);
  }
}
if (missed.length > 0) process.exitCode = 1;

/** @returns the output of the check; "" if it passed. */
async function outputWithPlanted({ command, cwd = ".", isForFiles, violations }: Check): Promise<string> {
  try {
    for (const { files } of violations) {
      for (const [name, content] of Object.entries(files)) plant(join(repository, name), content);
    }
    const [program, ...args] = command;
    const paths = isForFiles ? violations.flatMap(pathsOf) : [];
    return await outputWhenFailing([program, ...args, ...paths], join(repository, cwd));
  } finally {
    removePlanted();
  }
}

function isNamed({ files, expect }: Violation, output: string): boolean {
  const names = Object.keys(files).map((path) => basename(path));
  return output.split("\n").some((line) => names.some((name) => line.includes(name)) && expect.test(line));
}

function pathsOf({ files }: Violation): string[] {
  return Object.keys(files);
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

function outputWhenFailing([command, ...args]: [string, ...string[]], cwd: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(command, args, { cwd, maxBuffer: 16 * 1024 * 1024 }, (error, stdout, stderr) => {
      resolve(error ? stdout + stderr : "");
    });
  });
}
