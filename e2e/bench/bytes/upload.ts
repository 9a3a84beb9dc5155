import { randomBytes } from "node:crypto";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import type { Page } from "@playwright/test";
import { print, printTable, progress } from "@sheaf/bench/report";
import { median, timesOf } from "@sheaf/bench/statistics";
import { toggleItem } from "../../fixtures/checklist.ts";
import { closeContexts, type Product, send, type SentRequest } from "../product.ts";
import { givePageFile, partBytes, sendParts, sendWhole } from "./bare-page.ts";
import { curlParts, curlWhole, type PartFiles, splitFile } from "./curl.ts";
import { beginUpload } from "./object-upload.ts";
import { memoryOf } from "./page-memory.ts";

export interface LargeFile {
  path: string;
  bytes: number;
  parts: PartFiles;
}

/** Writes a file of random bytes, and its parts. */
export async function writeLargeFile(folder: string, bytes: number): Promise<LargeFile> {
  const path = join(folder, "large.bin");
  const file = await open(path, "w");
  const portion = randomBytes(4 * 1024 * 1024);
  for (let written = 0; written < bytes; written += portion.length) await file.write(portion);
  await file.close();
  return { path, bytes, parts: await splitFile(path, { folder, partBytes }) };
}

type Row = { name: string; seconds: number[] };

/**
 * The same file by curl and by the page, which also hashes it. Files of this size go in parts of 6 MiB, the only size
 * that hosted Storage accepts, so curl sends it in parts as well as in one request. What the browser needs without any
 * page's work, in one request and in parts, is the least that the page could need.
 *
 * @param uploads number of uploads by each.
 */
export async function compareUpload(
  product: Product,
  { path, bytes, parts }: LargeFile,
  uploads: number,
): Promise<void> {
  const row = (name: string): Row => ({ name, seconds: [] });
  const peer = row("curl, parts of 6 MiB");
  const whole = row("curl, one request");
  const bareWhole = row("browser alone, one request");
  const bareParts = row("browser alone, parts of 6 MiB");
  const page = row("page, parts of 6 MiB, hashed");
  const memory: { before: number; peak: number }[] = [];
  for (let round = 0; round < uploads; round += 1) {
    progress(`upload ${round + 1} of ${uploads}`);
    const sent = await send(product, ["By others", "By page"]);
    const begin = (name: string) => beginUpload(product.url, sent, { name, size: bytes });
    whole.seconds.push(await curlWhole(path, await begin("whole.bin")));
    peer.seconds.push(await curlParts(parts, await begin("parts.bin")));
    await givePageFile(sent.requesterPage, path);
    bareWhole.seconds.push(await sendWhole(sent.requesterPage, await begin("bare-whole.bin")));
    bareParts.seconds.push(await sendParts(sent.requesterPage, await begin("bare-parts.bin")));
    const measured = await uploadByPage(sent, path);
    page.seconds.push(measured.seconds);
    memory.push(measured);
    await closeContexts(sent);
  }
  const [base, wholeBase] = [median(peer.seconds), median(whole.seconds)];
  print(`Upload of ${mebibytes(bytes)} MiB, median of ${uploads}, over a network without a limit:`);
  printTable(
    ["", "MB per second", "of curl in parts", "of curl in one request"],
    [peer, whole, bareWhole, bareParts, page].map(({ name, seconds }) => {
      const took = median(seconds);
      return [name, (bytes / 1e6 / took).toFixed(0), timesOf(base, took), timesOf(wholeBase, took)];
    }),
  );
  const megabytes = (key: "before" | "peak") => Math.round(median(memory.map((size) => size[key])) / 1e6);
  print(
    `Memory of all pages: ${megabytes("before")} MB before the page's upload, at most ${megabytes("peak")} MB during it.`,
  );
}

/** The same by curl and by the page, in parts, through a link that is slower than this machine, as people's links are. */
export async function compareUploadThroughLink(
  product: Product,
  { path, bytes, parts }: LargeFile,
  megabitsPerSecond: number,
): Promise<void> {
  progress(`upload through ${megabitsPerSecond} Mbit/s`);
  const sent = await send(product, ["By others", "By page"]);
  const peer = await curlParts(
    parts,
    await beginUpload(product.url, sent, { name: "link.bin", size: bytes }),
  );
  const page = await uploadByPage(sent, path);
  await closeContexts(sent);
  print(`The same file once through a link of ${megabitsPerSecond} Mbit/s:`);
  printTable(
    ["", "MB per second", "of curl in parts"],
    [
      ["curl, parts of 6 MiB", (bytes / 1e6 / peer).toFixed(1), timesOf(peer, peer)],
      ["page, parts of 6 MiB, hashed", (bytes / 1e6 / page.seconds).toFixed(1), timesOf(peer, page.seconds)],
    ],
  );
}

const mebibytes = (bytes: number) => bytes / 1024 / 1024;

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

async function watchPeak(page: Page, signal: AbortSignal): Promise<number> {
  let peak = 0;
  while (!signal.aborted) {
    peak = Math.max(peak, await memoryOf(page));
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
  }
  return peak;
}
