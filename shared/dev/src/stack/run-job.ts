import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";

export interface Job {
  name: string;
  command: string;
  args: string[];
  env: Record<string, string>;
  input?: string;
  signal: AbortSignal;
}

/**
 * Runs a program to its end.
 *
 * @returns its output.
 * @throws with its output if it fails.
 */
export async function runJob({ name, command, args, env, input = "", signal }: Job): Promise<string> {
  const child = spawn(command, args, { env, signal });
  // Reported by `exit`, or by `error` if it couldn't be started or was stopped.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const printed = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, "exit")) as [number | null];
  const output = (await printed).join("").trim();
  if (code !== 0) throw new Error(`${name} ended with ${code}:\n${output}`);
  return output;
}
