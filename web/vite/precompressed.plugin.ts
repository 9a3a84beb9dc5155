import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";
import { builtFiles } from "./built-files.ts";

const byBrotli = promisify(brotliCompress);
const byGzip = promisify(gzip);

/** A form that saves less is not worth its file: fonts and images are compressed already. */
const worthwhile = 0.9;

/**
 * Writes the brotli and the gzip form of each file beside it, as small as they get: done once here, no request has to
 * pay for it. The documents are left out, because the sidecar fills their placeholders first.
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
