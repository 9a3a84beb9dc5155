import { print, printTable } from "@sheaf/bench/report";
import { median, percentile } from "@sheaf/bench/statistics";
import { picture } from "../../fixtures/documents.ts";
import { uploadFile } from "../../seed/sent-request.ts";
import { closeContexts, type Product, send } from "../product.ts";
import { timeUntilShown } from "../../fixtures/time-until-shown.ts";

/** From the key that leads to the next picture until the picture is decoded and drawn. */
export async function measureReview(product: Product, { reviewed }: { reviewed: number }): Promise<void> {
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
  await page.getByRole("link", { name: "photo-0.jpg" }).click();
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
