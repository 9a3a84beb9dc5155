import { defineConfig } from "rolldown";

// One file with everything in it: Node does not strip types inside node_modules, and a container then needs no install.
export default defineConfig({
  input: "src/index.ts",
  platform: "node",
  output: { file: "dist/server.js", format: "esm", sourcemap: true },
});
