import { readFile, readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { tapesFolder } from "@sheaf/mocks/library";
import { createServer, type ViteDevServer } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";

const folder = join(tapesFolder, "blobs");
const files = await readdir(folder);

let vite: ViteDevServer;
let origin: string;
beforeAll(async () => {
  vite = await createServer({
    configFile: false,
    root: fileURLToPath(new URL("../..", import.meta.url)),
    server: { host: "127.0.0.1", port: 0, hmr: false, ws: false, watch: null },
    optimizeDeps: { noDiscovery: true },
    logLevel: "silent",
  });
  await vite.listen();
  origin = vite.resolvedUrls?.local[0] ?? "";
});
afterAll(() => vite.close());

test.each(files)("the development server serves the file %s unchanged", async (file) => {
  const response = await fetch(new URL(`/@fs${join(folder, file)}`, origin));
  expect(response.status).toBe(200);
  expect(new Uint8Array(await response.arrayBuffer())).toEqual(
    new Uint8Array(await readFile(join(folder, file))),
  );
});
