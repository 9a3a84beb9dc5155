import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "vite";
import { builtFiles } from "./built-files.ts";

/**
 * Moves source maps from `dist` to `dist-maps`: they remain available for reading errors, and no server can expose the
 * source by mistake.
 */
export function separateSourceMaps(): Plugin {
  return {
    name: "sheaf-separate-source-maps",
    apply: "build",
    writeBundle: {
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) return;
        const mapsDir = `${dir}-maps`;
        await rm(mapsDir, { recursive: true, force: true });
        for (const file of await builtFiles(dir)) {
          if (!file.endsWith(".map")) continue;
          const moved = join(mapsDir, relative(dir, file));
          await mkdir(dirname(moved), { recursive: true });
          await rename(file, moved);
        }
      },
    },
  };
}
