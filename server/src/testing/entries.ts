import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";

/** Folder of this test run's bundles; benchmarks run the sources. */
const bundles = process.env["SHEAF_TEST_BUNDLES"];

const bundleOr = (bundle: string, source: string): string =>
  bundles === undefined ? fileURLToPath(new URL(source, import.meta.url)) : join(bundles, bundle);

/** Files that tests start as processes. QA mode finds its tapes relative to its sources, so it isn't bundled. */
export const entries = {
  product: bundleOr("server.js", "../index.ts"),
  worker: bundleOr("worker.js", "../worker/index.ts"),
  probe: bundleOr("probe.js", "./process-probe.ts"),
  mocks: fileURLToPath(new URL("../mocks/index.ts", import.meta.url)),
} as const;

/** Caches compiled code, so that later starts are faster. */
export const compileCache: Readonly<Record<string, string>> =
  bundles === undefined ? {} : { NODE_COMPILE_CACHE: join(bundles, "cache") };
