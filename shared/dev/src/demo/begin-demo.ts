import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Creates the demo workspace on the first start in a data directory, and returns the function that fills it, for
 * which nobody has to wait. Later starts don't load what filling needs.
 */
export async function beginDemo(platformUrl: string, dataDirectory: string): Promise<() => Promise<void>> {
  const begun = join(dataDirectory, "demo-begun");
  const complete = join(dataDirectory, "demo-seeded");
  if (existsSync(complete)) return () => Promise.resolve();
  if (existsSync(begun)) {
    log("The demo workspace is incomplete, because its first start was stopped. Start over with --fresh.");
    return () => Promise.resolve();
  }
  const { beginDemoWorkspace } = await import("./demo-workspace.ts");
  const demo = await beginDemoWorkspace(platformUrl);
  await writeFile(begun, "");
  return async () => {
    await demo.fill();
    await writeFile(complete, "");
    log("The demo workspace is complete.");
  };
}

function log(message: string): void {
  console.log(`demo     │ ${message}`);
}
