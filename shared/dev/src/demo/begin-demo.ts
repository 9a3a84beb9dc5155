import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createDemoWorkspace } from "./demo-account.ts";

/** @param signal ends it. */
type FillDemo = (signal: AbortSignal) => Promise<void>;

/**
 * Creates the demo workspace on the first start in a data directory, and returns the function that fills it.
 * The caller needn't wait for that: it runs in a separate process, which returns its memory when it exits.
 */
export async function beginDemo(platformUrl: string, dataDirectory: string): Promise<FillDemo> {
  const begun = join(dataDirectory, "demo-begun");
  const complete = join(dataDirectory, "demo-seeded");
  if (existsSync(complete)) return () => Promise.resolve();
  if (existsSync(begun)) {
    log("The demo workspace is incomplete, because its first start was stopped. Start over with --fresh.");
    return () => Promise.resolve();
  }
  const workspace = await createDemoWorkspace(platformUrl);
  await writeFile(begun, "");
  return async (signal) => {
    const fill = new URL("fill-demo.process.ts", import.meta.url);
    const [code] = await once(fork(fill, [platformUrl, workspace], { signal }), "exit");
    if (code !== 0) throw new Error("The demo workspace could not be filled.");
    await writeFile(complete, "");
    log("The demo workspace is complete.");
  };
}

function log(message: string): void {
  console.log(`demo     │ ${message}`);
}
