import { execFile } from "node:child_process";
import process from "node:process";
import { promisify } from "node:util";

const checkMs = 500;

/**
 * Resolves when the `npx` that started this process has exited. Unlike pnpm, npx doesn't pass a SIGTERM on. Pending if
 * another command started this process.
 */
export async function whenLauncherExits(): Promise<void> {
  const launcher = await findLauncher();
  await new Promise<void>((resolve) => {
    if (launcher === undefined) return;
    const timer = setInterval(() => {
      if (isRunning(launcher)) return;
      clearInterval(timer);
      resolve();
    }, checkMs);
    timer.unref();
  });
}

/** The nearest ancestor that is an npx, by the title it gives itself. */
async function findLauncher(): Promise<number | undefined> {
  // Windows has no ps, and no signals either.
  const listing = await promisify(execFile)("ps", ["-A", "-o", "pid=,ppid=,args="]).catch(() => undefined);
  const processes = new Map<number, { parent: number; command: string }>();
  for (const line of listing?.stdout.split("\n") ?? []) {
    const [, pid, parent, command = ""] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    processes.set(Number(pid), { parent: Number(parent), command });
  }
  let pid: number | undefined = process.ppid;
  while (pid !== undefined && !processes.get(pid)?.command.startsWith("npm exec")) {
    pid = processes.get(pid)?.parent;
  }
  return pid;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
