import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { copyFile, link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

export interface DirectoryLock {
  release(): Promise<void>;
}

/**
 * Takes a data directory for this process. A lock left by a process that is gone is taken over.
 *
 * @throws naming the directory when another platform holds it.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, "lock");
  // Whole before it is in its place: a lock that is empty for a moment would be taken for a dead one.
  const mine = join(directory, `lock.${randomUUID()}`);
  await writeFile(mine, `${process.pid} ${startOf(process.pid)}`);
  try {
    if (await isTaken(mine, path)) return { release: () => rm(path, { force: true }) };
  } finally {
    await rm(mine, { force: true });
  }
  throw new Error(
    `${directory} is in use by another local platform. Stop that one, or start this one with another --directory.`,
  );
}

/**
 * Puts the file into its place as the lock, over a dead one if need be. That is done under a lock of its own: of two
 * that have read the same dead lock, the later one would take away what the earlier one has put there.
 */
async function isTaken(mine: string, path: string): Promise<boolean> {
  if (await isPut(mine, path)) return true;
  const holder = await readLock(path);
  if (holder === undefined) return await isTaken(mine, path);
  if (isHeld(holder)) return false;
  const claim = `${path}.claim`;
  if (!(await isTaken(mine, claim))) return false;
  try {
    if ((await readLock(path)) !== holder) return false;
    await copyFile(mine, `${mine}.next`);
    await rename(`${mine}.next`, path);
    return true;
  } finally {
    await rm(claim, { force: true });
  }
}

/** Nothing where it has just been given back. */
async function readLock(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

/** False where something is there already. */
async function isPut(file: string, path: string): Promise<boolean> {
  try {
    await link(file, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

function isHeld(lock: string): boolean {
  const [pid = "", start = ""] = lock.split(" ");
  return isRunning(Number(pid), start);
}

function isRunning(pid: number, start: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: there, but somebody else's.
    if (!hasCode(error, "EPERM")) return false;
  }
  return startOf(pid) === start;
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** When a process began, in the kernel's ticks; process numbers are used again. Empty where there is no /proc. */
function startOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}
