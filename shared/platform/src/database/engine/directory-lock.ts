import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { copyFile, link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Locks a data directory for this process, taking over the stale lock of a process that no longer runs.
 *
 * @throws naming the directory if another platform holds it.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, "lock");
  // Written completely under another name first, because an empty lock would count as stale.
  const candidate = join(directory, `lock.${randomUUID()}`);
  await writeFile(candidate, `${process.pid} ${startTimeOf(process.pid)}`);
  try {
    if (await tryAcquire(candidate, path)) return { release: () => rm(path, { force: true }) };
  } finally {
    await rm(candidate, { force: true });
  }
  throw new Error(
    `${directory} is in use by another local platform. Stop that one, or start this one with another --directory.`,
  );
}

/**
 * Makes the file the lock, replacing a stale one. Taking over needs a second lock: of two processes that read the same
 * stale lock, the later one would otherwise replace the new lock of the earlier one.
 */
async function tryAcquire(candidate: string, path: string): Promise<boolean> {
  if (await tryLink(candidate, path)) return true;
  const holder = await readLock(path);
  if (holder === undefined) return await tryAcquire(candidate, path);
  if (isHolderRunning(holder)) return false;
  const claim = `${path}.claim`;
  if (!(await tryAcquire(candidate, claim))) return false;
  try {
    if ((await readLock(path)) !== holder) return false;
    await copyFile(candidate, `${candidate}.next`);
    await rename(`${candidate}.next`, path);
    return true;
  } finally {
    await rm(claim, { force: true });
  }
}

/** Undefined if the lock was just released. */
async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** False if the path already exists. */
async function tryLink(file: string, path: string): Promise<boolean> {
  try {
    await link(file, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

function isHolderRunning(lock: string): boolean {
  const [pid = "", start = ""] = lock.split(" ");
  return isRunning(Number(pid), start);
}

function isRunning(pid: number, start: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists but belongs to another user.
    if (!hasCode(error, "EPERM")) return false;
  }
  return startTimeOf(pid) === start;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** Start time of a process in kernel ticks, because process ids are reused. Empty without /proc. */
function startTimeOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
