import type { Locator, Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { addFiles, expectArrived } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { expect, test } from "../fixtures/test.ts";
import { pdfWithLosses } from "../fixtures/unusual-pdfs.ts";
import { worldFile } from "../fixtures/world/world-file.ts";

const scans = ["f1-scan.pdf", "f1-jpx.pdf", "f2-cjk.pdf"].map((name) => worldFile(name, "application/pdf"));

/** Least dark share of each page. Each value is about half of a correct drawing's share. */
const pages: readonly (readonly [name: string, dark: readonly number[]])[] = [
  ["f1-scan.pdf", [0.05, 0.05, 0.001]],
  ["f1-jpx.pdf", [0.08]],
  ["f2-cjk.pdf", [0.004]],
];

/** Share of dark pixels of a canvas or an image. */
function darkShare(drawn: Locator): Promise<number> {
  return drawn.evaluate((element: HTMLCanvasElement | HTMLImageElement) => {
    const { width, height } = element;
    // A page far from the screen gives its memory back, and is drawn again.
    if (width === 0) return 0;
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d");
    context?.drawImage(element, 0, 0, width, height);
    const data = context?.getImageData(0, 0, width, height).data ?? [];
    let dark = 0;
    for (let place = 0; place < data.length; place += 4) if ((data[place] ?? 255) < 128) dark += 1;
    return dark / (width * height);
  });
}

async function expectDrawn(page: Page, name: string, least: readonly number[]): Promise<void> {
  for (const [index, dark] of least.entries()) {
    const section = page.getByRole("region", { name: `Page ${index + 1} of ${least.length}` });
    await section.scrollIntoViewIfNeeded();
    const canvas = section.locator("canvas[data-drawn]");
    await expect
      .poll(() => darkShare(canvas), { message: `${name}, page ${index + 1}` })
      .toBeGreaterThan(dark);
    await expect(section.getByRole("note")).toHaveCount(0);
  }
}

const resources = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .map(({ name }) => new URL(name).pathname)
      .filter((path) => path.startsWith("/assets/pdfjs-")),
  );

test.use({ expectedBrowserErrors: /net::ERR_FAILED .*\/assets\/pdfjs-/ });

test("an ordinary PDF loads no decoder; faxed, JBIG2, JPEG 2000 and Chinese pages are drawn, or the page says what is missing", async ({
  seedSentRequest,
}) => {
  test.setTimeout(scaled(180_000));
  const { requesterPage, recipientPage, request } = await seedSentRequest({
    items: ["Payslips", "Lease", "Contract"],
  });
  await request.add("Lease", await pdf("lease.pdf"));
  await requesterPage.goto(`/requests/${request.id}/review`);
  await expect(requesterPage.getByRole("region", { name: "lease.pdf, 1 page" })).toContainText("lease.pdf");
  const ordinary = requesterPage.getByRole("navigation", { name: "Files for Lease" });
  await expect(ordinary.getByRole("button", { name: /^lease/ }).locator("img")).toBeVisible();
  expect(await resources(requesterPage)).toEqual([]);

  await requesterPage.goto(`/requests/${request.id}`);
  await addFiles(recipientPage, "Payslips", scans);
  for (const [name, least] of pages) {
    await expectArrived(recipientPage, "Payslips", name);
    const picture = requesterPage.getByRole("link", { name, exact: true }).locator("img");
    await expect(picture).toBeVisible();
    expect(await darkShare(picture), `small picture of ${name}`).toBeGreaterThan((least[0] ?? 0) / 2);

    await recipientPage.getByRole("button", { name: new RegExp(`^${name}`) }).click();
    await expectDrawn(recipientPage, name, least);
    await recipientPage.keyboard.press("Escape");
  }
  await requesterPage.goto(`/requests/${request.id}/review`);
  const strip = requesterPage.getByRole("navigation", { name: "Files for Payslips" });
  for (const [name, least] of pages) {
    await strip.getByRole("button", { name: new RegExp(`^${name}`) }).click();
    await expectDrawn(requesterPage, name, least);
  }
  // For screen readers. The Chinese page was shown last.
  await expect(requesterPage.getByRole("region", { name: "Page 1 of 1" })).toContainText("工资表 2026");

  await test.step("a page says that a part of it can’t be shown, or the whole page", async () => {
    await request.add("Contract", pdfWithLosses("contract.pdf"));
    await recipientPage.reload();
    await expectArrived(recipientPage, "Contract", "contract.pdf");
    await recipientPage.getByRole("button", { name: /^contract\.pdf/ }).click();
    await requesterPage.goto(`/requests/${request.id}`);
    await requesterPage.getByRole("link", { name: "contract.pdf", exact: true }).click();
    const part = "A part of this page can’t be shown here. Download the file to see everything.";
    const notes: readonly (string | undefined)[] = [
      "2 parts of this page can’t be shown here. Download the file to see everything.",
      undefined,
      part,
      part,
      "This page looks blank here. If it shouldn’t be, download the file to check.",
      undefined,
      "This page can’t be shown here. Download the file to see it.",
    ];
    for (const side of [recipientPage, requesterPage]) {
      for (const [index, text] of notes.entries()) {
        const section = side.getByRole("region", { name: `Page ${index + 1} of 7` });
        await section.scrollIntoViewIfNeeded();
        if (text === undefined) {
          await expect.poll(() => darkShare(section.locator("canvas[data-drawn]"))).toBeGreaterThan(0.001);
          await expect(section.getByRole("note")).toHaveCount(0);
        } else await expect(section.getByRole("note")).toHaveText(text);
        await expect(section.getByText(/^Loading page/)).toHaveCount(0);
      }
    }
    // The whole parts of an incomplete page are still drawn; a small picture of it would only mislead.
    const first = requesterPage.getByRole("region", { name: "Page 1 of 7" });
    await first.scrollIntoViewIfNeeded();
    await expect.poll(() => darkShare(first.locator("canvas[data-drawn]"))).toBeGreaterThan(0.03);
    const strip = requesterPage.getByRole("navigation", { name: "Files for Contract" });
    await expect(
      strip
        .getByRole("button", { name: /^contract/ })
        .locator("svg")
        .first(),
    ).toBeVisible();
    await expect(strip.getByRole("button", { name: /^contract/ }).locator("img")).toHaveCount(0);
  });

  await test.step("without a connection to the decoders, pages that need one say so, and have no white small picture", async () => {
    await requesterPage.context().route(/\/assets\/pdfjs-/, (route) => route.abort());
    await requesterPage.goto(`/requests/${request.id}/review`);
    const strip = requesterPage.getByRole("navigation", { name: "Files for Payslips" });
    for (const { name } of scans) {
      await strip.getByRole("button", { name: new RegExp(`^${name}`) }).click();
      const first = requesterPage.getByRole("region", { name: /^Page 1 of / });
      await expect(first.getByRole("note")).toContainText("A part of this page can’t be shown here.");
    }
    await expect(strip.locator("img")).toHaveCount(0);
  });
});
