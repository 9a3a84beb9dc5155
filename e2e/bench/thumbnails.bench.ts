import process from "node:process";
import { setTimeout } from "node:timers/promises";
import { chromium } from "@playwright/test";
import { print, printTable, progress } from "@sheaf/bench/report";
import { percentile } from "@sheaf/bench/statistics";
import { findChromium } from "../browser/chromium.ts";
import { type Document, pdf, rawFile } from "../fixtures/documents.ts";
import { startSidecar } from "../fixtures/sidecar.ts";
import { uploadFile } from "../seed/sent-request.ts";
import { startPlatform } from "../tapes/record/platform.ts";
import { closeContexts, type Product, send } from "./product.ts";
import { phonePhoto } from "./thumbnails/phone-photo.ts";
import { processOf, watchMemory } from "./thumbnails/process-memory.ts";
import { countDropped, type Intervals, scroll, speed } from "./thumbnails/scroll.ts";
import { openUnwatchedPage, type UnwatchedPage } from "./thumbnails/unwatched-page.ts";

/**
 * Scrolls through a request's files on a processor that is four times slower: as icons, as pictures that are loaded and drawn in
 * the pauses, and as pictures that are there.
 */
const quick = process.argv.includes("--quick");
const items = quick ? 2 : 10;
const filesPerItem = 10;
const slowdown = 4;
/** Scrolled at a time, with a glance of so many milliseconds after it. */
const flick = { pixels: 600, glanceMs: 500 };
/** Of the pictures, decoded or not. Bytes. */
const memoryGoal = 60_000_000;

const sitePort = 4347;
const siteUrl = `http://localhost:${sitePort}`;
const stops: (() => Promise<unknown>)[] = [];
try {
  const platform = await startPlatform({ port: 24_474, siteUrl });
  stops.unshift(() => platform.stop());
  await platform.liftQuotas();
  const sidecar = await startSidecar({ port: sitePort, platformUrl: platform.url });
  stops.unshift(() => sidecar.stop());
  const browser = await chromium.launch(await findChromium(process.env));
  stops.unshift(() => browser.close());
  const product: Product = { browser, siteUrl, url: platform.url, mailboxUrl: platform.mailboxUrl };

  const icons = await measure(product, {
    file: async (place) => rawFile(`note-${place}.txt`, "text/plain", "Note"),
    hasPictures: false,
  });
  const photo = await phonePhoto(browser);
  const pictures = await measure(product, {
    file: async (place) =>
      place % 2 === 0 ? pdf(`letter-${place}.pdf`) : rawFile(`photo-${place}.jpg`, "image/jpeg", photo),
    hasPictures: true,
  });
  const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(0);
  print(
    `${items * filesPerItem} files, half of them photos of 12 megapixels, scrolled by at ${speed} px a second with a ${slowdown} ` +
      `times slower processor. Memory is private memory of the page's process beyond that of the icons in one go. Goals once ` +
      `the pictures are there: no dropped frame, and at most ${megabytes(memoryGoal)} MB.`,
  );
  const row = (label: string, intervals: Intervals, bytes: number) => [
    label,
    `${countDropped(intervals)} of ${intervals.length}`,
    percentile(intervals, 0.95).toFixed(1),
    Math.max(...intervals).toFixed(1),
    megabytes(bytes),
  ];
  const beyondIcons = (bytes: number) => bytes - icons.kept;
  printTable(
    ["", "dropped frames", "95th percentile, ms", "longest, ms", "memory, MB"],
    [
      row("icons, in flicks", icons.flicked, beyondIcons(icons.peak)),
      row("icons, in one go", icons.steady, 0),
      row("pictures, in flicks, drawn in between", pictures.flicked, beyondIcons(pictures.peak)),
      row("pictures, in one go, drawn before", pictures.steady, beyondIcons(pictures.kept)),
    ],
  );
} finally {
  for (const stop of stops) await stop();
}

interface Measured {
  /** Of flicks through the page just opened, and of one way through the page once everything is there. */
  flicked: Intervals;
  steady: Intervals;
  /** Bytes: the most at any time, and after a collection of garbage. */
  peak: number;
  kept: number;
}

async function measure(
  product: Product,
  { file, hasPictures }: { file: (place: number) => Promise<Document>; hasPictures: boolean },
): Promise<Measured> {
  const titles = Array.from({ length: items }, (_, index) => `Statement ${index + 1}`);
  const sent = await send(product, titles);
  for (const [index, { id }] of sent.items.entries()) {
    progress(`files of item ${index + 1} of ${items}`);
    for (let place = 0; place < filesPerItem; place += 1)
      await uploadFile(sent.recipient.client, id, await file(index * filesPerItem + place));
  }
  await Promise.all([sent.requesterPage.close(), sent.recipientPage.close()]);
  const page = await openUnwatchedPage(product.browser, {
    url: sent.requesterPage.url(),
    cookiesOf: sent.deskContext,
  });
  await until(page, () => document.querySelector("[data-picture]") !== null);
  await page.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
  const memory = watchMemory(await processOf(product.browser, page));
  try {
    const height = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    const steps = Array.from({ length: Math.ceil(height / flick.pixels) }, () => flick.pixels);
    const flicked: Intervals = [];
    for (const pixels of steps) {
      flicked.push(...(await scroll(page, pixels)));
      await setTimeout(flick.glanceMs);
    }
    for (const pixels of steps) {
      if (hasPictures) await until(page, everyPictureIsThere);
      await scroll(page, -pixels);
    }
    if (hasPictures) await until(page, everyPictureIsThere);
    const steady = await scroll(page, height);
    await page.send("HeapProfiler.collectGarbage");
    const { peak, last } = await memory.end();
    return { flicked, steady, peak, kept: last };
  } finally {
    await memory.end();
    await page.close();
    await closeContexts(sent);
  }
}

/** In the page: of the files on the screen. */
function everyPictureIsThere(): boolean {
  return [...document.querySelectorAll("[data-picture]")]
    .filter((box) => {
      const { top, bottom } = box.getBoundingClientRect();
      return bottom > 0 && top < innerHeight;
    })
    .every((box) => box.querySelector("img")?.complete);
}

async function until(page: UnwatchedPage, isSo: () => boolean): Promise<void> {
  const endsAt = performance.now() + 60_000;
  while (!(await page.evaluate(isSo))) {
    if (performance.now() > endsAt) throw new Error(`Not so within a minute: ${String(isSo)}`);
    await setTimeout(100);
  }
}
