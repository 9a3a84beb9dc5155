import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { Page } from "@playwright/test";
import { print, printTable, progress } from "@sheaf/bench/report";
import { median, timesOf } from "@sheaf/bench/statistics";
import { limits } from "@sheaf/contract/limits";
import { rawFile } from "../../fixtures/documents.ts";
import { readSaved, stubSavePicker } from "../../fixtures/downloads.ts";
import { uploadFile } from "../../seed/sent-request.ts";
import { binary, closeContexts, type Product, send } from "../product.ts";

const zipFileBytes = 200_000;
const zips = 3;

/**
 * Everything of a request as one zip, beside fetching the same files in the same page one after another. The zip leaves
 * no copy of a file in the browser's cache, so neither does what it is compared with. Files that the cache has are
 * shown too; they don't come over the network.
 */
export async function compareZip(product: Product, { zipItems }: { zipItems: number }): Promise<void> {
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
  const cached: number[] = [];
  const zipped: number[] = [];
  const { access_token: token } = await requester.session();
  const from = { url: product.url, keys, token };
  await fetchAll(page, { ...from, cache: "default" });
  for (let round = 0; round < zips; round += 1) {
    fetched.push(await fetchAll(page, { ...from, cache: "no-store" }));
    cached.push(await fetchAll(page, { ...from, cache: "default" }));
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
      ["found in the browser's cache", `${perSecond(median(cached))} ${timesOf(bare, median(cached))}`],
    ],
  );
  await closeContexts(sent);
}

/** @returns seconds. */
async function fetchAll(
  page: Page,
  from: { url: string; keys: string[]; token: string; cache: RequestCache },
): Promise<number> {
  return page.evaluate(async ({ url, keys, token, cache }) => {
    const startedAt = performance.now();
    for (const key of keys) {
      const response = await fetch(`${url}/storage/v1/object/authenticated/documents/${key}`, {
        headers: { authorization: `Bearer ${token}` },
        cache,
      });
      if (!response.ok) throw new Error(`${key}: ${response.status}`);
      await response.arrayBuffer();
    }
    return (performance.now() - startedAt) / 1000;
  }, from);
}
