import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { scaled } from "@sheaf/testing/scaled";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const setup = fileURLToPath(new URL("src/testing/setup.ts", import.meta.url));

/** Every screen with every failure, and every change with an old session: a third of the time that all pages take. */
const matrices = ["src/app/failures/**/*.test.tsx", "src/app/fresh-proof.test.tsx"];

const inJsdom = {
  // The browser build; Node would resolve the package's Node build.
  resolve: { alias: { "tus-js-client": "tus-js-client/lib.esm/browser/index.js" } },
  test: {
    environment: "jsdom",
    environmentOptions: { jsdom: { url: "http://localhost:3000/" } },
    setupFiles: [setup],
    testTimeout: scaled(30_000),
    // Creating jsdom takes seconds and rendering milliseconds, so files share one per worker.
    isolate: false,
    server: { deps: { inline: ["tus-js-client"] } },
    css: { modules: { classNameStrategy: "non-scoped" } },
  },
} satisfies TestProjectInlineConfiguration;

/** `.test.ts` runs in Node. Tests that render or use cookies are `.test.tsx` and run in jsdom. */
export default defineConfig({
  test: {
    // Vitest would leave one core idle, which is half of a small machine.
    maxWorkers: availableParallelism(),
    projects: [
      { test: { name: "rules", include: ["src/**/*.test.ts"], testTimeout: scaled(5000) } },
      {
        ...inJsdom,
        test: { ...inJsdom.test, name: "pages", include: ["src/**/*.test.tsx"], exclude: matrices },
      },
      { ...inJsdom, test: { ...inJsdom.test, name: "matrices", include: matrices } },
    ],
  },
});
