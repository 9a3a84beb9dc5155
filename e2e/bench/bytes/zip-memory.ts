import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import process from "node:process";
import { chromium } from "@playwright/test";
import { print, progress } from "@sheaf/bench/report";
import { limits } from "@sheaf/contract/limits";
import { findChromium } from "../../browser/chromium.ts";
import { rawFile } from "../../fixtures/documents.ts";
import { stubSavePicker } from "../../fixtures/downloads.ts";
import { storeSession } from "../../fixtures/stored-session.ts";
import { uploadFile } from "../../seed/sent-request.ts";
import { binary, closeContexts, type Product, send } from "../product.ts";
import { memoryOf } from "./page-memory.ts";

/** Bytes of one file. */
const fileBytes = 5_000_000;

/** Share of the time after which memory counts as that of a download that is under way. */
const early = 0.1;

interface Sample {
  /** Milliseconds since the start. */
  at: number;
  /** Bytes. */
  memory: number;
}

interface ZipOptions {
  /** For the browser's profile, with the zip in it. */
  folder: string;
  zipItems: number;
}

/** Memory of the page while it saves large requests as a zip, and reads it back: near the end beside early on. */
export async function measureZipMemory(product: Product, { folder, zipItems }: ZipOptions): Promise<void> {
  const titles = Array.from({ length: zipItems }, (_, index) => `Item ${index + 1}`);
  const sent = await send(product, titles);
  let count = 0;
  for (const { id } of sent.items) {
    for (let place = 0; place < limits.filesPerItem; place += 1) {
      const file = rawFile(`${place}.bin`, binary, randomBytes(fileBytes));
      await uploadFile(sent.recipient.client, id, file);
      count += 1;
    }
    progress(`${count} files stored`);
  }
  await closeContexts(sent);
  // With a profile on disk, because other contexts keep their storage, here the user's disk, in memory.
  const disk = await chromium.launchPersistentContext(folder, await findChromium(process.env));
  await storeSession(disk, await sent.requester.session(), product.siteUrl);
  await stubSavePicker(disk);
  const page = await disk.newPage();
  await page.goto(sent.requesterPage.url());
  const samples: Sample[] = [];
  const startedAt = performance.now();
  await page.getByRole("button", { name: "Download all" }).click();
  const done = page.getByText("Each was read back from the zip");
  const failed = page.getByRole("dialog", { name: "Download failed" });
  while (!(await done.isVisible())) {
    if (await failed.isVisible()) throw new Error(await failed.innerText());
    samples.push({ at: performance.now() - startedAt, memory: await memoryOf(page) });
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
  }
  const took = performance.now() - startedAt;
  const around = (share: number) => {
    const near = samples.filter(({ at }) => Math.abs(at / took - share) < early / 2);
    return Math.max(...near.map(({ memory }) => memory));
  };
  const [first, last] = [around(early), around(1 - early / 2)];
  const megabytes = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  print(
    `A zip of ${count} files of ${fileBytes / 1e6} MB, saved and read back in ${Math.round(took / 1000)} s: memory of all pages ` +
      `${megabytes(first)} after a tenth of the time, ${megabytes(last)} at the end, ×${(last / first).toFixed(2)}.`,
  );
  await disk.close();
}
