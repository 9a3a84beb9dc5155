import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { Plugin } from "vite";

const pdfjs = join(import.meta.dirname, "..", "node_modules", "pdfjs-dist");
const Package = v.object({ version: v.string() });

/**
 * The decoders that need no WebAssembly, the character maps and the standard fonts of pdf.js, each with its license. Only the
 * documents that need one load it.
 */
const kinds = [
  { folder: "wasm", files: /_nowasm_fallback\.js$|^LICENSE_.*(?:JBIG2|OPENJPEG)$/ },
  { folder: "cmaps", files: /\.bcmap$|^LICENSE$/ },
  { folder: "standard_fonts", files: /\.(?:pfb|ttf)$|^LICENSE_/ },
] as const;

/**
 * Serves these files below a path with the version in it, because pdf.js appends their names itself: a hash in each name is
 * impossible, and another version's files would not fit.
 */
export function pdfResources(): Plugin {
  return {
    name: "sheaf-pdf-resources",
    async generateBundle() {
      for (const [fileName, file] of await resources())
        this.emitFile({ type: "asset", fileName, source: await readFile(file) });
    },
    async configureServer(server) {
      const served = await resources();
      server.middlewares.use((request, response, next) => {
        const file = served.get(request.url?.slice(1) ?? "");
        if (file === undefined) return next();
        response.setHeader(
          "Content-Type",
          file.endsWith(".js") ? "text/javascript" : "application/octet-stream",
        );
        void readFile(file).then((bytes) => response.end(bytes), next);
      });
    },
  };
}

/** The file behind each path, which has no leading slash. */
async function resources(): Promise<ReadonlyMap<string, string>> {
  const { version } = v.parse(Package, JSON.parse(await readFile(join(pdfjs, "package.json"), "utf8")));
  const found = new Map<string, string>();
  for (const { folder, files } of kinds) {
    for (const name of await readdir(join(pdfjs, folder))) {
      if (!files.test(name)) continue;
      const path = `assets/pdfjs-${version}/${folder}/${name}`;
      // Files without an extension would be sent without a type.
      found.set(name.startsWith("LICENSE") ? `${path}.txt` : path, join(pdfjs, folder, name));
    }
  }
  return found;
}
