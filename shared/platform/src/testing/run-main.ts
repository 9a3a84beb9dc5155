import { type ChildProcess, spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export interface Running {
  readonly process: ChildProcess;
  readonly url: string;
}

const mainFile = fileURLToPath(new URL("../main.ts", import.meta.url));

/** Starts the platform as `pnpm dev` does, in a child process that is killed when the test ends. */
export function startMain(directory: string, ...more: string[]) {
  const args = [mainFile, "--port", "0", "--mailbox-port", "0", "--directory", directory, ...more];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Like `startMain`, and waits until the platform runs. */
export async function runMain(directory: string, ...more: string[]): Promise<Running> {
  const child = startMain(directory, ...more);
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith("ready ")) return { process: child, url: (JSON.parse(line.slice(6)) as Running).url };
  }
  throw new Error("The platform exited before it was ready.");
}
