import { join } from "node:path";
import process from "node:process";
import { workdir } from "../image/image-folder.ts";
import { runJob } from "./run-job.ts";

export interface WorkerCommand {
  /** Compose's, with paths of the image. */
  entrypoint: readonly string[];
  /** The folder that stands for the image. */
  image: string;
  env: Record<string, string>;
  /** Compose's `PURGE_UPLOADS_FOLDER`; that of `env` takes its place. */
  uploads: string;
}

/** Arguments of Node for the worker, with the command that compose gives it. */
export function workerArguments({ entrypoint, image, env, uploads }: WorkerCommand): string[] {
  const [, ...args] = entrypoint;
  // Compose's path of the uploads holds the image's folder, and so may paths of this machine.
  return args.map((arg) =>
    arg.includes(uploads)
      ? arg.replace(uploads, String(env["PURGE_UPLOADS_FOLDER"]))
      : arg.replace(workdir, image).replace(/^server\//, () => join(image, "server/")),
  );
}

/**
 * Runs one task of the worker once, with the command that compose gives it.
 *
 * @returns what it printed.
 * @throws with its output if it fails.
 */
export function runWorkerOnce(
  task: string,
  { signal, ...command }: WorkerCommand & { signal: AbortSignal },
): Promise<string> {
  return runJob({
    name: "worker",
    command: process.execPath,
    args: [...workerArguments(command), "--once", task],
    env: command.env,
    signal,
  });
}
