import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import type { Plugin } from "vite";
import { stringify } from "yaml";
import { openAcr } from "../src/features/accessibility/open-acr.models.ts";
import { openAcrPath } from "../src/features/accessibility/open-acr-path.ts";

const root = join(import.meta.dirname, "..", "..");
const Package = v.object({ version: v.string() });

/** Writes the report of the page `/accessibility` for programs. */
export function openAcrReport(): Plugin {
  return {
    name: "sheaf-open-acr",
    generateBundle() {
      this.emitFile({ type: "asset", fileName: openAcrPath.slice(1), source: report() });
    },
    configureServer(server) {
      server.middlewares.use(openAcrPath, (_request, response) => {
        response.setHeader("Content-Type", "text/yaml; charset=utf-8");
        response.end(report());
      });
    },
  };
}

function report(): string {
  const { version } = v.parse(Package, JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  // Some readers of the format take an unquoted day for a date.
  return stringify(openAcr({ version }), { compat: "yaml-1.1" });
}
