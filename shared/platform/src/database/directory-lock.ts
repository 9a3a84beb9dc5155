import { readFileSync } from "node:fs";
import { mkdir, open, readFile, rm } from "node:fs/promises";
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
  const mine = `${process.pid} ${startOf(process.pid)}`;
  for (let attempt = 0; attempt < 2; attempt += 1) {
    try {
      const file = await open(path, "wx");
      await file.writeFile(mine);
      await file.close();
      return { release: () => rm(path, { force: true }) };
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    }
    const [holder = "", start = ""] = (await readFile(path, "utf8").catch(() => "")).split(" ");
    if (isRunning(Number(holder), start)) break;
    await rm(path, { force: true });
  }
  throw new Error(
    `${directory} is in use by another local platform. Stop that one, or start this one with another --directory.`,
  );
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
