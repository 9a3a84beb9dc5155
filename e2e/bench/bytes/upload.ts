import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { print, printTable, progress } from "@sheaf/bench/report";
import { median, timesOf } from "@sheaf/bench/statistics";
import { toggleItem } from "../../fixtures/checklist.ts";
import { unwrap } from "../../seed/unwrap.ts";
import { stack } from "../../stack.ts";
import { binary, closeContexts, type Product, send, type SentRequest } from "../product.ts";

interface UploadOptions {
  /** For the file that is uploaded. */
  folder: string;
  uploadBytes: number;
  /** Number of uploads by each. */
  uploads: number;
}

/** The same file by curl in one request and by the page, which reads, hashes and sends it in parts. */
export async function compareUpload(
  product: Product,
  { folder, uploadBytes, uploads }: UploadOptions,
): Promise<void> {
  const path = join(folder, "large.bin");
  const file = await open(path, "w");
  const portion = randomBytes(4 * 1024 * 1024);
  for (let written = 0; written < uploadBytes; written += portion.length) await file.write(portion);
  await file.close();
  const curl: number[] = [];
  const page: number[] = [];
  const memory: { before: number; peak: number }[] = [];
  for (let round = 0; round < uploads; round += 1) {
    progress(`upload ${round + 1} of ${uploads}`);
    const sent = await send(product, ["By curl", "By page"]);
    curl.push(await uploadByCurl(product.url, sent, { path, size: uploadBytes }));
    const measured = await uploadByPage(sent, path);
    page.push(measured.seconds);
    memory.push(measured);
    await closeContexts(sent);
  }
  const megabytesPerSecond = (seconds: number) => (uploadBytes / 1e6 / seconds).toFixed(0);
  const [byCurl, byPage] = [median(curl), median(page)];
  print(`Upload of ${uploadBytes / 1024 / 1024} MiB, median of ${uploads}:`);
  printTable(
    ["", "MB per second", "browser pages before, MB", "at most, MB"],
    [
      ["curl, one request", `${megabytesPerSecond(byCurl)} ×1.00`, "", ""],
      [
        "page, parts of 6 MiB",
        `${megabytesPerSecond(byPage)} ${timesOf(byCurl, byPage)}`,
        String(Math.round(median(memory.map(({ before }) => before)) / 1e6)),
        String(Math.round(median(memory.map(({ peak }) => peak)) / 1e6)),
      ],
    ],
  );
}

/** @returns seconds. */
async function uploadByCurl(
  url: string,
  { recipient, items }: SentRequest,
  { path, size }: { path: string; size: number },
): Promise<number> {
  const { client } = recipient;
  const begun = { item: items[0]?.id ?? "", name: "large.bin", size, mime: binary };
  const [started] = unwrap(await client.rpc("begin_upload", begun));
  const { access_token: token } = await recipient.session();
  const headers = {
    authorization: `Bearer ${token}`,
    apikey: stack.publishableKey,
    "content-type": binary,
  };
  const { stdout } = await promisify(execFile)("curl", [
    "--silent",
    "--show-error",
    "--fail",
    "--output",
    "/dev/null",
    "--write-out",
    "%{time_total}",
    "--request",
    "POST",
    "--upload-file",
    path,
    ...Object.entries(headers).flatMap(([name, value]) => ["--header", `${name}: ${value}`]),
    `${url}/storage/v1/object/documents/${started?.object_key}`,
  ]);
  return Number(stdout);
}

async function uploadByPage({ recipientPage: page }: SentRequest, path: string) {
  const chooser = page.waitForEvent("filechooser");
  await toggleItem(page, "By page");
  await page.getByRole("button", { name: "Choose files for By page" }).click();
  const before = await memoryOf(page);
  const watch = new AbortController();
  const watched = watchPeak(page, watch.signal);
  const startedAt = performance.now();
  await (await chooser).setFiles(path);
  const list = page.getByRole("list", { name: "Files for By page", includeHidden: true });
  await list.getByText("large.bin").waitFor({ state: "attached", timeout: 600_000 });
  const seconds = (performance.now() - startedAt) / 1000;
  watch.abort();
  return { seconds, before, peak: Math.max(before, await watched) };
}

/** Bytes of memory that the processes of all pages have for themselves. */
async function memoryOf(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send("SystemInfo.getProcessInfo")) ?? { processInfo: [] };
  await session?.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  const sizes = await Promise.all(renderers.map(({ id }) => privateMemory(id)));
  return sizes.reduce((sum, size) => sum + size, 0);
}

async function privateMemory(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8");
  const kilobytes = [...text.matchAll(/^Private_\w+:\s+(\d+) kB$/gm)].map(([, size]) => Number(size));
  return kilobytes.reduce((sum, size) => sum + size, 0) * 1024;
}

async function watchPeak(page: Page, signal: AbortSignal): Promise<number> {
  let peak = 0;
  while (!signal.aborted) {
    peak = Math.max(peak, await memoryOf(page));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
  }
  return peak;
}
