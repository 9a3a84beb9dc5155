import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { link, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
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
    for (let attempt = 0; attempt < 3; attempt += 1) {
      if (await isPut(mine, path)) return { release: () => rm(path, { force: true }) };
      const holder = await readFile(path, "utf8").catch(() => "");
      const [pid = "", start = ""] = holder.split(" ");
      if (isRunning(Number(pid), start)) break;
      await removeDead(path, holder);
    }
  } finally {
    await rm(mine, { force: true });
  }
  throw new Error(
    `${directory} is in use by another local platform. Stop that one, or start this one with another --directory.`,
  );
}

/** False where something is there already. */
async function isPut(file: string, path: string): Promise<boolean> {
  try {
    await link(file, path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** Takes a dead lock away, unless somebody else has put theirs there since it was read. */
async function removeDead(path: string, holder: string): Promise<void> {
  const aside = `${path}.${randomUUID()}`;
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, "utf8")) !== holder) await isPut(aside, path);
  await rm(aside, { force: true });
}

function isRunning(pid: number, start: string): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: there, but somebody else's.
    if (!(error instanceof Error && "code" in error && error.code === "EPERM")) return false;
  }
  return startOf(pid) === start;
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
