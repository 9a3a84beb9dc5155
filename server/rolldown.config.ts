import { defineConfig, type Plugin } from "rolldown";

const kindOfModule: Plugin = {
  name: "sheaf-kind-of-module",
  // Beside them in the image: without it Node reads a whole file twice to find out what it is.
  generateBundle() {
    this.emitFile({ type: "asset", fileName: "package.json", source: '{ "type": "module" }\n' });
  },
};

/** One file with everything in it: Node does not strip types inside node_modules, and a container then needs no install. */
const bundle = (input: string, file: string) =>
  defineConfig({
    input,
    platform: "node",
    output: { file, format: "esm", sourcemap: true },
    plugins: [kindOfModule],
  });

// Apart from each other, so that the sidecar holds nothing of the job that has a secret key.
export default [bundle("src/index.ts", "dist/server.js"), bundle("src/purge.ts", "dist/purge.js")];
