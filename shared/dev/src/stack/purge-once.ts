import { dirname } from "node:path";
import process from "node:process";
import type { Stack } from "@sheaf/platform/stack";
import { startChild } from "../process/child-process.ts";
import { workdir } from "../image/image-folder.ts";

/**
 * Compose's loop around the purge job, stopped after its first run.
 *
 * @returns the line that the run wrote.
 * @throws with its output if the loop ends by itself.
 */
export async function purgeOnce({
  entrypoint,
  image,
  env,
  stack,
}: {
  entrypoint: readonly string[];
  /** The folder that stands for the image. */
  image: string;
  env: Record<string, string>;
  stack: Stack;
}): Promise<string> {
  const [command = "", ...args] = entrypoint;
  const first = Promise.withResolvers<string>();
  const loop = startChild({
    name: "purge",
    command,
    args: args.map((arg) => arg.replaceAll(workdir, image)),
    cwd: image,
    env: { PATH: `${dirname(process.execPath)}:${String(process.env["PATH"])}`, ...env },
    onLine: first.resolve,
  });
  stack.push(() => loop.stop());
  void loop.ended.then((reason) => first.reject(new Error(`purge ${reason}`)));
  const line = await first.promise;
  await loop.stop();
  return line;
}
