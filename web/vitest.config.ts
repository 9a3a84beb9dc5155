import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const setup = fileURLToPath(new URL("src/testing/setup.ts", import.meta.url));

/** Pure rules run in Node. What draws a page or reads cookies is a `.test.tsx` and gets a browser's stand-in. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: "rules", include: ["src/**/*.test.ts"] } },
      {
        // What browsers are given; by itself Node takes what this package has for Node.
        resolve: { alias: { "tus-js-client": "tus-js-client/lib.esm/browser/index.js" } },
        test: {
          name: "pages",
          include: ["src/**/*.test.tsx"],
          environment: "jsdom",
          environmentOptions: { jsdom: { url: "http://localhost:3000/" } },
          setupFiles: [setup],
          testTimeout: 30_000,
          server: { deps: { inline: ["tus-js-client"] } },
          css: { modules: { classNameStrategy: "non-scoped" } },
        },
      },
    ],
  },
});
