import type { Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { addFiles, expectArrived } from "../fixtures/checklist.ts";
import { pdf, rawFile } from "../fixtures/documents.ts";
import { endlessPdf, pdfOfManyPages, pdfWithHugeImage } from "../fixtures/unusual-pdfs.ts";
import { brokenHeic, heic, hugeHeic, hugePng, hugeTiff, tiff } from "../fixtures/unusual-pictures.ts";
import { expect, test } from "../fixtures/test.ts";

test.beforeEach(() => test.setTimeout(scaled(240_000)));

const loadedDecoders = (page: Page) =>
  page.evaluate(
    () =>
      performance.getEntriesByType("resource").filter(({ name }) => /\/(heic|tiff)\.worker/.test(name))
        .length,
  );

test("HEIC and TIFF files are shown on both sides, by decoders that load only for them, without their damaged pages", async ({
  seedSentRequest,
}) => {
  const { requesterPage: page, recipientPage, request } = await seedSentRequest({ items: ["Passport"] });
  expect(await loadedDecoders(page)).toBe(0);
  await addFiles(recipientPage, "Passport", [heic("front.heic")]);
  await expectArrived(recipientPage, "Passport", "front.heic");
  await request.add(
    "Passport",
    tiff("scan.tiff", [40, "damaged", 200]),
    tiff("flat.tiff", [40, "flat", 200]),
  );
  for (const name of ["front.heic", "scan.tiff"]) {
    await expect(page.getByRole("link", { name, exact: true }).locator("img")).toBeVisible();
  }

  await page.goto(`/requests/${request.id}/review`);
  const picture = page.getByRole("img", { name: "front.heic" });
  await expect(picture).toBeVisible();
  expect(await colourAt(page, "front.heic", 0.25)).toEqual(["red", [96, 64]]);
  expect(await colourAt(page, "front.heic", 0.75)).toEqual(["green", [96, 64]]);
  await page.keyboard.press("j");
  await page.getByRole("button", { name: "Fit page" }).click();
  await expect(page.getByRole("img", { name: "scan.tiff, page 1" })).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("Page 2 can’t be shown. It may be damaged.")).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByRole("img", { name: "scan.tiff, page 3" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByText("Page 1 of 2", { exact: true })).toBeVisible();
  await expect(page.getByRole("img", { name: "flat.tiff, page 1" })).toBeVisible();
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByRole("img", { name: "flat.tiff, page 2" })).toBeVisible();

  await expect(recipientPage.getByText("You’re done")).toBeVisible();
  await expectArrived(recipientPage, "Passport", "front.heic");
  await recipientPage.getByRole("button", { name: /^front\.heic/ }).click();
  await expect(recipientPage.getByRole("dialog").getByRole("img", { name: "front.heic" })).toBeVisible();
});

test("files that would fill the memory, broken ones and those of Office keep their icon and are offered as downloads", async ({
  seedSentRequest,
}) => {
  const { requesterPage: page, request } = await seedSentRequest({ items: ["Passport"], only: "requester" });
  const large = [
    hugePng("huge.png"),
    hugePng("large.png", 10_000),
    hugeHeic("huge.heic"),
    hugeTiff("huge.tiff"),
    pdfWithHugeImage("huge.pdf"),
    pdfOfManyPages("endless.pdf"),
  ];
  const broken = [
    brokenHeic("broken.heic"),
    rawFile("broken.tiff", "image/tiff", "II*\0\u00ff\u00ff\u00ff\u00ff"),
    tiff("flat.tiff", ["flat"]),
  ];
  const office = ["lease.docx", "costs.xlsx"].map((name) =>
    rawFile(name, "application/octet-stream", "PK\u0003\u0004 and more"),
  );
  const whole = heic("whole.heic");
  await request.add("Passport", ...large, ...broken, ...office, whole);
  await page.reload();
  // Drawn last, two at a time.
  await expect(page.getByRole("link", { name: whole.name, exact: true }).locator("img")).toBeVisible();
  const shownAs = async (name: string, what: RegExp | string) => {
    const shown = page.getByRole("region", { name, exact: true });
    await expect(shown.getByRole("heading", { name: what })).toBeVisible();
    await expect(shown.getByRole("button", { name: "Download" })).toBeVisible();
  };
  for (const { name } of [...large, ...broken, ...office])
    await expect(page.getByRole("link", { name, exact: true }).locator("svg")).toBeVisible();
  await page.goto(`/requests/${request.id}/review`);
  for (const { name } of large) {
    // Chromium gives up on the largest picture by itself.
    await shownAs(name, name === "huge.png" ? /can’t be shown/ : /too large to be shown/);
    await page.keyboard.press("j");
  }
  for (const { name } of broken) {
    await shownAs(name, /can’t be shown/);
    await page.keyboard.press("j");
  }
  for (const { name } of office) {
    await shownAs(name, "Download to view");
    await page.keyboard.press("j");
  }
  await expect(page.getByRole("img", { name: whole.name })).toBeVisible();
  const heap = await page.evaluate(
    () => (performance as Performance & { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize,
  );
  expect(heap).toBeLessThan(150_000_000);
});

test("a PDF that takes too long is given up, and doesn’t keep another one from being shown", async ({
  seedSentRequest,
}) => {
  const { requesterPage: page, request } = await seedSentRequest({ items: ["Passport"], only: "requester" });
  await request.add("Passport", endlessPdf("endless.pdf"), await pdf("passport.pdf"));
  await page.clock.install();
  await page.goto(`/requests/${request.id}/review`);
  const file = page.getByRole("region", { name: "endless.pdf", exact: true });
  const problem = file.getByRole("heading", { name: "This PDF is too large to be shown." });
  // Its small picture is given up as well.
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(problem).toBeVisible({ timeout: scaled(2000) });
  }).toPass({ timeout: scaled(60_000) });
  await expect(file.getByRole("button", { name: "Download" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("region", { name: "passport.pdf, 1 page" })).toContainText("passport.pdf");
  const pictures = page.getByRole("navigation", { name: "Files for Passport" });
  await expect(pictures.getByRole("button", { name: /^passport/ }).locator("img")).toBeVisible();
  await expect(
    pictures
      .getByRole("button", { name: /^endless/ })
      .locator("svg")
      .first(),
  ).toBeVisible();
});

/** Colour of the picture at a share of its width, and its natural size. */
async function colourAt(page: Page, name: string, share: number): Promise<unknown> {
  return page.getByRole("img", { name }).evaluate((image: HTMLImageElement, share) => {
    const canvas = document.createElement("canvas");
    canvas.width = image.naturalWidth;
    canvas.height = image.naturalHeight;
    const context = canvas.getContext("2d");
    context?.drawImage(image, 0, 0);
    const [red = 0, green = 0] =
      context?.getImageData(canvas.width * share, canvas.height / 2, 1, 1).data ?? [];
    return [red > green ? "red" : "green", [image.naturalWidth, image.naturalHeight]];
  }, share);
}
