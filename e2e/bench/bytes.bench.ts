import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, open, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { promisify } from "node:util";
import { type Browser, type BrowserContext, chromium, type Page } from "@playwright/test";
import { print, printTable, progress } from "@sheaf/bench/report";
import { median, percentile, timesOf } from "@sheaf/bench/statistics";
import { limits } from "@sheaf/contract/limits";
import { mailpitClient } from "@sheaf/platform/mailpit-client";
import { findChromium } from "../browser/chromium.ts";
import { picture, rawFile } from "../fixtures/documents.ts";
import { readSaved, stubSavePicker } from "../fixtures/downloads.ts";
import { settingsWithFileLimit } from "../fixtures/file-limit.ts";
import { openSentRequest, type SentRequestPages } from "../fixtures/sent-request-pages.ts";
import { startSidecar } from "../fixtures/sidecar.ts";
import { type Person, signIn } from "../seed/person.ts";
import { uploadFile } from "../seed/sent-request.ts";
import { unwrap } from "../seed/unwrap.ts";
import { stack } from "../stack.ts";
import { startPlatform } from "../tapes/record/platform.ts";

/**
 * What files cost in the page beside the bare transfer, in Chromium against one local platform: an upload beside curl's,
 * a zip beside fetching its files, and how soon the review shows the next file.
 */
const quick = process.argv.includes("--quick");
const uploadBytes = (quick ? 128 : 1024) * 1024 * 1024;
const uploads = quick ? 2 : 3;
const zipItems = quick ? 4 : 20;
const zipFileBytes = 200_000;
const zips = 3;
const reviewed = quick ? 10 : 20;

const sitePort = 4340;
const binary = "application/octet-stream";

const siteUrl = `http://localhost:${sitePort}`;
/** Requests sent so far. */
let requests = 0;
const folder = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })];
try {
  const maxFileBytes = 2 * uploadBytes;
  const settings = await settingsWithFileLimit(join(folder, "supabase"), maxFileBytes);
  const platform = await startPlatform({ port: 24_461, siteUrl, settings });
  stops.unshift(() => platform.stop());
  await platform.liftQuotas();
  const sidecar = await startSidecar({ port: sitePort, platformUrl: platform.url, maxFileBytes });
  stops.unshift(() => sidecar.stop());
  const browser = await chromium.launch(await findChromium(process.env));
  stops.unshift(() => browser.close());
  const product: Product = { browser, url: platform.url, mailboxUrl: platform.mailboxUrl };
  await compareUpload(product);
  await compareZip(product);
  await measureReview(product);
} finally {
  for (const stop of stops) await stop();
}

interface Product {
  browser: Browser;
  /** Of the platform. */
  url: string;
  mailboxUrl: string;
}

interface SentRequest extends SentRequestPages {
  requester: Person;
  recipient: Person;
  items: { id: string; title: string }[];
}

async function send({ browser, url, mailboxUrl }: Product, titles: string[]): Promise<SentRequest> {
  requests += 1;
  const mailbox = mailpitClient({ url: mailboxUrl, timeoutMs: 10_000 });
  const person = async (name: string) => {
    const email = `${name.toLowerCase()}${requests}@bench.example`;
    const seen = await mailbox.idsFor(email);
    const nextEmail = (to: string) => mailbox.nextEmail({ to, seen });
    return signIn({ url, anonKey: stack.publishableKey, nextEmail }, { name, email }, "desk");
  };
  const [requester, recipient] = [await person("Nora"), await person("Anna")];
  const workspaceId = unwrap(
    await requester.client.rpc("create_workspace", { name: "Bench", display_name: requester.name }),
  );
  const deskContext = await browser.newContext({ baseURL: siteUrl });
  const phoneContext = await browser.newContext({ baseURL: siteUrl });
  const sent = await openSentRequest({
    requester,
    recipient,
    workspaceId,
    deskContext,
    phoneContext,
    siteUrl,
    items: titles,
  });
  const items = unwrap(await recipient.client.from("items").select("id, title").order("position"));
  return { ...sent, requester, recipient, items };
}

async function closeContexts({ deskContext, phoneContext }: SentRequest): Promise<void> {
  await Promise.all([deskContext, phoneContext].map((context: BrowserContext) => context.close()));
}

/** The same file by curl in one request and by the page, which reads, hashes and sends it in parts. */
async function compareUpload(product: Product): Promise<void> {
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
    curl.push(await uploadByCurl(product.url, sent, path));
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
async function uploadByCurl(url: string, { recipient, items }: SentRequest, path: string): Promise<number> {
  const { client } = recipient;
  const begun = { item: items[0]?.id ?? "", name: "large.bin", size: uploadBytes, mime: binary };
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
  await page.getByRole("button", { name: "Choose files for By page" }).click();
  const before = await memoryOf(page);
  const watch = new AbortController();
  const watched = watchPeak(page, watch.signal);
  const startedAt = performance.now();
  await (await chooser).setFiles(path);
  const arrived = page.getByRole("list", { name: "Files for By page" }).getByText("large.bin");
  await arrived.waitFor({ timeout: 600_000 });
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

/** Everything of a request as one zip, beside fetching the same files in the same page one after another. */
async function compareZip(product: Product): Promise<void> {
  const titles = Array.from({ length: zipItems }, (_, index) => `Item ${index + 1}`);
  const sent = await send(product, titles);
  const { recipient, requester, deskContext } = sent;
  const keys: string[] = [];
  for (const { id } of sent.items) {
    for (let place = 0; place < limits.filesPerItem; place += 1) {
      keys.push(
        await uploadFile(recipient.client, id, rawFile(`${place}.bin`, binary, randomBytes(zipFileBytes))),
      );
    }
    progress(`${keys.length} files stored`);
  }
  await stubSavePicker(deskContext);
  const page = sent.requesterPage;
  await page.reload();
  const fetched: number[] = [];
  const zipped: number[] = [];
  const { access_token: token } = await requester.session();
  for (let round = 0; round < zips; round += 1) {
    fetched.push(await fetchAll(page, { url: product.url, keys, token }));
    const startedAt = performance.now();
    await page.getByRole("button", { name: "Download all" }).click();
    await page.getByText(`${keys.length} files,`).waitFor({ timeout: 600_000 });
    zipped.push((performance.now() - startedAt) / 1000);
    await page.getByRole("button", { name: "Close" }).first().click();
  }
  const saved = await readSaved(page);
  if (saved.length < keys.length * zipFileBytes) throw new Error(`The zip has only ${saved.length} bytes.`);
  const perSecond = (seconds: number) => (keys.length / seconds).toFixed(0);
  const [bare, zip] = [median(fetched), median(zipped)];
  print(`${keys.length} files of ${zipFileBytes / 1000} kB, median of ${zips}:`);
  printTable(
    ["", "files per second"],
    [
      ["fetched one after another", `${perSecond(bare)} ×1.00`],
      ["fetched, verified and zipped", `${perSecond(zip)} ${timesOf(bare, zip)}`],
    ],
  );
  await closeContexts(sent);
}

/** @returns seconds. */
async function fetchAll(page: Page, from: { url: string; keys: string[]; token: string }): Promise<number> {
  return page.evaluate(async ({ url, keys, token }) => {
    const startedAt = performance.now();
    for (const key of keys) {
      const response = await fetch(`${url}/storage/v1/object/authenticated/documents/${key}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (!response.ok) throw new Error(`${key}: ${response.status}`);
      await response.arrayBuffer();
    }
    return (performance.now() - startedAt) / 1000;
  }, from);
}

/** From the key that leads to the next picture until the picture is decoded and drawn. */
async function measureReview(product: Product): Promise<void> {
  const sent = await send(product, ["Passport"]);
  const page = sent.requesterPage;
  const [item] = sent.items;
  for (let place = 0; place <= reviewed; place += 1) {
    // The pictures differ, so that no cache shows one for another.
    await page.setViewportSize({ width: 1600, height: 1200 + place });
    await uploadFile(sent.recipient.client, item?.id ?? "", await picture(page, `photo-${place}.jpg`));
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await page.getByRole("button", { name: "photo-0.jpg" }).click();
  await page.getByRole("img", { name: "photo-0.jpg" }).waitFor();
  const took: number[] = [];
  for (let place = 1; place <= reviewed; place += 1) {
    // As long as a glance takes.
    await page.waitForTimeout(1000);
    took.push(await timeUntilShown(page, `photo-${place}.jpg`));
  }
  print("Review, from the key to the next picture on the screen, a second after the one before:");
  printTable(
    ["", "ms"],
    [
      ["median", median(took).toFixed(0)],
      ["95th percentile", percentile(took, 0.95).toFixed(0)],
    ],
  );
  await closeContexts(sent);
}

/** @returns milliseconds. */
async function timeUntilShown(page: Page, name: string): Promise<number> {
  await page.evaluate((alt) => {
    const nextShown = new Promise<number>((resolve) => {
      const press = ({ timeStamp }: KeyboardEvent) => {
        const look = () => {
          const image = document.querySelector<HTMLImageElement>(`img[alt="${alt}"]`);
          const isShown = image?.complete && image.naturalWidth > 0;
          requestAnimationFrame(isShown ? () => resolve(performance.now() - timeStamp) : look);
        };
        look();
      };
      addEventListener("keydown", press, { capture: true, once: true });
    });
    Object.assign(globalThis, { nextShown });
  }, name);
  await page.keyboard.press("j");
  return page.evaluate(() => (globalThis as typeof globalThis & { nextShown: Promise<number> }).nextShown);
}
