import { defineConfig, type Plugin } from "rolldown";

const kindOfModule: Plugin = {
  name: "sheaf-kind-of-module",
  // Without it Node parses each bundle twice to detect the module type.
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "module" }\n' });
  },
};

/** One file with everything in it: Node doesn't strip types in node_modules, and a container then needs no install. */
const bundle = (input: string, file: string) => ({
  input,
  platform: "node" as const,
  output: { file, format: "esm" as const, sourcemap: true },
  plugins: [kindOfModule],
});

/** Two bundles, so that the sidecar contains nothing of the worker, which has a secret key. */
export const bundlesIn = (folder: string) => [
  bundle("src/index.ts", `${folder}/server.js`),
  bundle("src/worker/index.ts", `${folder}/worker.js`),
];

export default defineConfig(bundlesIn("dist"));
