import { randomBytes } from "node:crypto";
import { performance } from "node:perf_hooks";
import type { Page } from "@playwright/test";
import { print, printTable, progress } from "@sheaf/bench/report";
import { median, timesOf } from "@sheaf/bench/statistics";
import { limits } from "@sheaf/contract/limits";
import { rawFile } from "../../fixtures/documents.ts";
import { readSaved, stubSavePicker } from "../../fixtures/downloads.ts";
import { uploadFile } from "../../seed/sent-request.ts";
import { stack } from "../../stack.ts";
import { binary, closeContexts, type Product, send } from "../product.ts";

const zipFileBytes = 200_000;

interface Zips {
  /** Each with as many files as an item may have. */
  zipItems: number;
  /** Downloads. */
  zips: number;
}

/**
 * Everything of a request as one zip, beside fetching the same files in the same page one after another. No file may be
 * answered by the browser's cache, and each is opened before.
 */
export async function compareZip(product: Product, { zipItems, zips }: Zips): Promise<void> {
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
  const from = { url: product.url, apikey: stack.publishableKey, keys, token };
  for (let round = 0; round < zips; round += 1) {
    fetched.push(await fetchAll(page, from));
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
async function fetchAll(
  page: Page,
  from: { url: string; apikey: string; keys: string[]; token: string },
): Promise<number> {
  return page.evaluate(async ({ url, apikey, keys, token }) => {
    const openedTogether = 100;
    const headers = { apikey, authorization: `Bearer ${token}` };
    const startedAt = performance.now();
    for (const [place, key] of keys.entries()) {
      if (place % openedTogether === 0) {
        const files = keys.slice(place, place + openedTogether).map((one) => one.split("/").at(-1));
        const opened = await fetch(`${url}/rest/v1/rpc/open_files`, {
          method: "POST",
          headers: { ...headers, "content-type": "application/json" },
          body: JSON.stringify({ files, purpose: "view" }),
        });
        if (!opened.ok) throw new Error(`open_files: ${opened.status}`);
      }
      const path = `/storage/v1/object/authenticated/documents/${key}`;
      const response = await fetch(url + path, { headers, cache: "no-store" });
      if (!response.ok) throw new Error(`${key}: ${response.status}`);
      await response.arrayBuffer();
    }
    return (performance.now() - startedAt) / 1000;
  }, from);
}
