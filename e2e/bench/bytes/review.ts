import type { Page } from "@playwright/test";
import { print, printTable, progress } from "@sheaf/bench/report";
import { median, percentile } from "@sheaf/bench/statistics";
import { type Document, pdf, picture } from "../../fixtures/documents.ts";
import { timeUntilShown } from "../../fixtures/time-until-shown.ts";
import { uploadFile } from "../../seed/sent-request.ts";
import { closeContexts, type Product, send } from "../product.ts";

/** A glance at a file before the next one. Milliseconds. */
const glanceMs = 1000;

/** From the key that leads to the next file until its picture or first page is drawn. */
export async function measureReview(product: Product, { reviewed }: { reviewed: number }): Promise<void> {
  const pictures = await timesOf(product, reviewed, {
    name: (place) => `photo-${place}.jpg`,
    make: async (page, name, place) => {
      // The pictures differ, so that no cache shows one for another.
      await page.setViewportSize({ width: 1600, height: 1200 + place });
      return picture(page, name);
    },
  });
  const pdfs = await timesOf(product, reviewed, {
    name: (place) => `letter-${place}.pdf`,
    make: (_, name) => pdf(name),
  });
  const row = (label: string, took: readonly number[]) => [
    label,
    median(took).toFixed(0),
    percentile(took, 0.95).toFixed(0),
  ];
  print("Review, from the key to the next file on the screen, a second after the one before:");
  printTable(["", "median, ms", "95th percentile, ms"], [row("pictures", pictures), row("PDFs", pdfs)]);
}

interface Reviewed {
  name: (place: number) => string;
  make: (page: Page, name: string, place: number) => Promise<Document>;
}

async function timesOf(product: Product, reviewed: number, { name, make }: Reviewed): Promise<number[]> {
  progress(`review of ${name(0)} and ${reviewed} others`);
  const sent = await send(product, ["Passport"]);
  const page = sent.requesterPage;
  const [item] = sent.items;
  for (let place = 0; place <= reviewed; place += 1)
    await uploadFile(sent.recipient.client, item?.id ?? "", await make(page, name(place), place));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.reload();
  await page.getByRole("link", { name: name(0) }).click();
  await page.locator(`[data-scrolls][aria-label^="${name(0)}"]`).waitFor();
  const took: number[] = [];
  for (let place = 1; place <= reviewed; place += 1) {
    await page.waitForTimeout(glanceMs);
    took.push(await timeUntilShown(page, name(place)));
  }
  await closeContexts(sent);
  return took;
}
