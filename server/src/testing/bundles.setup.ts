import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { build } from "rolldown";
import { bundlesIn } from "../../rolldown.config.ts";

/**
 * Bundles the sidecar and the worker once per run. The tests then start what a deployment starts, in a third of
 * the time that the sources take. The probe is bundled as well: to strip its types, each process would load a compiler.
 */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "sheaf-server-"));
  for (const options of [...bundlesIn(folder), probeIn(folder)]) await build(options);
  process.env["SHEAF_TEST_BUNDLES"] = folder;
  return () => rm(folder, { recursive: true });
}

const probeIn = (folder: string) => ({
  input: "src/testing/process-probe.ts",
  platform: "node" as const,
  output: { file: join(folder, "probe.js"), format: "esm" as const },
});
