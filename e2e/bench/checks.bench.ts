import process from "node:process";
import { chromium, type Page } from "@playwright/test";
import { print, printTable, progress } from "@sheaf/bench/report";
import { percentile } from "@sheaf/bench/statistics";
import { findChromium } from "../browser/chromium.ts";
import { addFiles } from "../fixtures/checklist.ts";
import { type Document, rawFile } from "../fixtures/documents.ts";
import { photo, sheets } from "../fixtures/photos.ts";
import { startSidecar } from "../fixtures/sidecar.ts";
import { startPlatform } from "../tapes/record/platform.ts";
import { type Product, send } from "./product.ts";

/** Measures the checks before sending: which photos they doubt, and how long each photo waits. */
const quick = process.argv.includes("--quick");
const lights = quick ? [1] : [1, 0.6, 0.4];
const blurs = quick ? [0, 12] : [0, 2, 3, 4, 6, 8, 10, 12, 16];
const rounds = quick ? 1 : 10;
const papers = quick ? sheets.slice(0, 1) : sheets;
const goalMs = 300;

/** An item takes fifty files, so each blur has a separate item. */
const itemOf = (blur: number) => `Blur of ${blur} pixels`;
const timedItem = "Timed";

let photos = 0;
const nextName = () => `photo${(photos += 1)}.jpg`;

const sitePort = 4349;
const siteUrl = `http://localhost:${sitePort}`;
const stops: (() => Promise<unknown>)[] = [];
try {
  const platform = await startPlatform({ port: 24_476, siteUrl });
  stops.unshift(() => platform.stop());
  await platform.liftQuotas();
  const sidecar = await startSidecar({ port: sitePort, platformUrl: platform.url });
  stops.unshift(() => sidecar.stop());
  const browser = await chromium.launch(await findChromium(process.env));
  stops.unshift(() => browser.close());
  const product: Product = { browser, siteUrl, url: platform.url, mailboxUrl: platform.mailboxUrl };
  const { recipientPage } = await send(product, [...blurs.map(itemOf), timedItem]);
  await printDoubted(recipientPage);
  await printWaits(recipientPage);
} finally {
  for (const stop of stops) await stop();
}

async function printDoubted(page: Page): Promise<void> {
  const rows: string[][] = [];
  for (const blur of blurs) {
    progress(`photos with a blur of ${blur} pixels`);
    let doubted = 0;
    for (const sheet of papers)
      for (const light of lights)
        if (await isDoubted(page, itemOf(blur), await photo(page, nextName(), { sheet, blur, light })))
          doubted += 1;
    rows.push([String(blur), `${doubted} of ${papers.length * lights.length}`]);
  }
  print(
    `Photos of 12 megapixels of ${papers.join(", ")} at ${lights.length} lights. Printed letters are about 24 pixels high: a ` +
      "blur of 3 pixels leaves them readable, one of 10 doesn’t.",
  );
  printTable(["blur, pixels", "doubted"], rows);
}

async function printWaits(page: Page): Promise<void> {
  const [pictures, texts]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    progress(`wait ${round + 1} of ${rounds}`);
    pictures.push(await waitOf(page, await photo(page, nextName())));
    texts.push(await waitOf(page, rawFile(`note${round}.txt`, "text/plain", `Note ${round}`)));
  }
  const row = (label: string, waits: number[]) => [
    label,
    percentile(waits, 0.5).toFixed(0),
    percentile(waits, 0.95).toFixed(0),
  ];
  print(
    `From the choice of a file to the first request for it. Goal for a photo: at most ${goalMs} ms more than without checks.`,
  );
  printTable(
    ["", "median, ms", "95th percentile, ms"],
    [row("photo of 12 megapixels", pictures), row("text, which isn’t checked", texts)],
  );
}

/** Adds a photo and waits until it is either asked about, and removed, or sent. */
async function isDoubted(page: Page, item: string, document: Document): Promise<boolean> {
  const sent = page.waitForRequest(/\/rpc\/begin_upload/, { timeout: 0 });
  await addFiles(page, item, [document]);
  const stop = page.getByRole("button", { name: `Don’t send ${document.name}` });
  const doubted = await Promise.race([sent.then(() => false), stop.waitFor().then(() => true)]);
  if (doubted) await stop.click();
  else await arrival(page, item, document);
  return doubted;
}

/** Milliseconds in the page. */
async function waitOf(page: Page, document: Document): Promise<number> {
  const chosen = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener("change", () => resolve(performance.now()), { capture: true, once: true });
      }),
  );
  const begun = page.waitForRequest(/\/rpc\/begin_upload/);
  await addFiles(page, timedItem, [document]);
  await begun;
  const startedAt = await chosen;
  await arrival(page, timedItem, document);
  const requestedAt = await page.evaluate(() => {
    const calls = performance
      .getEntriesByType("resource")
      .filter(({ name }) => name.includes("/rpc/begin_upload"));
    const last = calls.at(-1)?.startTime ?? Number.NaN;
    performance.clearResourceTimings();
    return last;
  });
  return requestedAt - startedAt;
}

function arrival(page: Page, item: string, { name }: Document): Promise<void> {
  const list = page.getByRole("list", { name: `Files for ${item}`, includeHidden: true });
  return list.getByText(name, { exact: true }).waitFor({ state: "attached", timeout: 60_000 });
}
