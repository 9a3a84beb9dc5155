import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";
import { builtFiles } from "./built-files.ts";

const byBrotli = promisify(brotliCompress);
const byGzip = promisify(gzip);

/** Minimum saving; fonts and images are compressed already. */
const worthwhile = 0.9;

/**
 * Writes a brotli and a gzip version of each file with maximum compression, so that no request has to compress. Skips
 * HTML files, because the sidecar fills their placeholders first.
 */
export function precompressed(): Plugin {
  return {
    name: "sheaf-precompressed",
    apply: "build",
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) return;
        const files = (await builtFiles(dir)).filter((file) => !/\.(html|map)$/.test(file));
        await Promise.all(files.map(compress));
      },
    },
  };
}

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  const brotli = await byBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
  const gzipped = await byGzip(bytes, { level: constants.Z_BEST_COMPRESSION });
  const forms = [[`${file}.br`, brotli] as const, [`${file}.gz`, gzipped] as const];
  for (const [name, form] of forms) {
    if (form.length < bytes.length * worthwhile) await writeFile(name, form);
  }
}
