import { mkdir, rename, rm } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { Plugin } from "vite";
import { builtFiles } from "./built-files.ts";

/**
 * Moves the source maps out of what is served, to a folder beside it (`dist-maps`): whoever reads our own errors has
 * them, and no server can hand out the whole source by mistake.
 */
export function mapsApart(): Plugin {
  return {
    name: "sheaf-maps-apart",
    apply: "build",
    writeBundle: {
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) return;
        const apart = `${dir}-maps`;
        await rm(apart, { recursive: true, force: true });
        for (const file of await builtFiles(dir)) {
          if (!file.endsWith(".map")) continue;
          const moved = join(apart, relative(dir, file));
          await mkdir(dirname(moved), { recursive: true });
          await rename(file, moved);
        }
      },
    },
  };
}
