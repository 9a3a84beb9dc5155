import type { Locator, Page } from "@playwright/test";
import { draftItem } from "@sheaf/contract/request-draft";
import { scaled } from "@sheaf/testing/scaled";
import { PDFDocument, StandardFonts } from "pdf-lib";
import { type Document, pdf, picture } from "../fixtures/documents.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { expect, test } from "../fixtures/test.ts";
import { timeUntilShown } from "../fixtures/time-until-shown.ts";

test.beforeEach(() => test.setTimeout(scaled(240_000)));

const payslips = draftItem("Payslips, August to October", {
  instructions: "One PDF for each month, all pages.",
});
const taxNumber = draftItem("Tax number", { kind: "text", instructions: "As on your last assessment." });

/** A PDF with several pages, each as wide as tall writing needs. */
async function longPdf(name: string, pages: number): Promise<Document> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage([595, 842]);
    page.drawText(`${name}, page ${number}`, { x: 64, y: 740, size: 22, font });
    for (let line = 0; line < 18; line += 1) {
      page.drawText(`Salary and allowances, line ${line + 1}`, { x: 64, y: 690 - line * 34, size: 12, font });
    }
  }
  return { name, mimeType: "application/pdf", buffer: Buffer.from(await document.save()) };
}

/** Names of buttons that are cut off, or too small to be touched. */
function unreachableButtons(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll("button")]
      .filter((button) => {
        const { width, height, left, right } = button.getBoundingClientRect();
        const isCut = left < 0 || right > innerWidth || button.scrollWidth > button.clientWidth + 1;
        return button.checkVisibility({ visibilityProperty: true }) && (isCut || width < 44 || height < 44);
      })
      .map((button) => button.ariaLabel ?? button.innerText),
  );
}

/** In whole pixels: a page that is drawn again after zooming may differ by a fraction. */
const boxOf = async (locator: Locator) => {
  const { x, y, width, height } = (await locator.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) };
};

/** From 0 at the top to 1 at the end. */
const shareScrolled = (file: Locator) =>
  file.evaluate(({ scrollTop, scrollHeight, clientHeight }) => scrollTop / (scrollHeight - clientHeight));

test("pages, fit, zoom and rotation act on the file, and Accept never moves", async ({
  seedSentRequest,
}, testInfo) => {
  const { requesterPage: page, request } = await seedSentRequest({
    items: [payslips, taxNumber],
    only: "requester",
  });
  await request.add(payslips.title, await longPdf("august.pdf", 3), await picture(page, "september.jpg"));
  await request.answer(taxNumber.title, "22 417 903 558");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/requests/${request.id}/review`);
  const file = page.getByRole("region", { name: "august.pdf, 3 pages" });
  const firstPage = file.getByRole("region", { name: "Page 1 of 3" });
  await expect(firstPage.locator("canvas[data-drawn]")).toBeVisible();
  await expect(page.getByText("Item 1 of 2")).toBeVisible();
  await expect(page.getByText("File 1 of 2")).toBeVisible();
  await expect(page.getByText("Page 1 of 3", { exact: true })).toBeVisible();
  await expect(page.getByText(/^august\.pdf, 3 pages, /)).toBeVisible();
  await inspectWidths(page, "pdf", testInfo);
  const decision = await boxOf(page.getByRole("button", { name: "Accept all 2" }));

  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("Page 2 of 3", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Previous page" }).click();

  const room = await boxOf(file);
  const wide = await boxOf(firstPage);
  expect(wide.width).toBeGreaterThan(room.width - 60);
  await page.getByRole("button", { name: "Fit page" }).click();
  await expect.poll(async () => (await boxOf(firstPage)).height).toBeLessThanOrEqual(room.height);
  const whole = await boxOf(firstPage);
  await page.keyboard.press("+");
  await expect.poll(async () => (await boxOf(firstPage)).width).toBeGreaterThan(whole.width * 1.2);
  await page.keyboard.press("w");
  await page.keyboard.press("+");
  await expect.poll(async () => (await boxOf(firstPage)).width).toBeGreaterThan(wide.width * 1.2);
  const zoomed = await boxOf(firstPage);
  await page.keyboard.press("ArrowRight");
  await expect.poll(async () => (await boxOf(firstPage)).x).toBeLessThan(zoomed.x);
  await page.keyboard.press("ArrowDown");
  await expect.poll(async () => (await boxOf(firstPage)).y).toBeLessThan(zoomed.y);
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => boxOf(firstPage)).toEqual(zoomed);
  await page.keyboard.press("0");
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("File 2 of 2")).toBeVisible();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByText("File 1 of 2")).toBeVisible();
  await page.keyboard.press("t");
  await expect
    .poll(async () => {
      const { width, height } = await boxOf(firstPage);
      return width > height;
    })
    .toBe(true);

  await page.keyboard.press("j");
  await expect(page.getByRole("img", { name: "september.jpg" })).toBeVisible();
  expect(await boxOf(page.getByRole("button", { name: "Accept all 2" }))).toEqual(decision);
  await inspectWidths(page, "image", testInfo);

  await page.keyboard.press("?");
  await inspectWidths(page, "keys", testInfo);
  await page.keyboard.press("Escape");

  await page.reload();
  await expect(page.getByRole("img", { name: "september.jpg" })).toBeVisible();
  await page.keyboard.press("r");
  await inspectWidths(page, "return", testInfo);
  await page.keyboard.press("Escape");

  await page.keyboard.press("n");
  await expect(page.getByRole("heading", { level: 1, name: "Tax number" })).toBeVisible();
  const { y } = await boxOf(page.getByRole("button", { name: "Accept answer" }));
  expect(y).toBe(decision.y);
  await inspectWidths(page, "answer", testInfo);
});

test("a new file stands beside the one that it replaces, both scroll together, and Enter ends the review", async ({
  seedSentRequest,
}, testInfo) => {
  const { requesterPage: page, request } = await seedSentRequest({
    items: [payslips, "Lease"],
    only: "requester",
  });
  await request.add(payslips.title, await longPdf("scan.pdf", 2));
  const reason = "The right edge is cut off, so the amounts can’t be read. Please send the PDF.";
  await request.returnFile(payslips.title, "scan.pdf", reason);
  await request.add(payslips.title, await longPdf("september.pdf", 4), await pdf("october.pdf"));
  await request.add("Lease", await pdf("lease.pdf"));
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/requests/${request.id}`);
  await expect(page.getByRole("link", { name: "september.pdf" })).toBeVisible();
  await page.keyboard.press("r");
  const replacement = page.getByRole("region", { name: "september.pdf, 4 pages" });
  await expect(replacement).toBeVisible();
  await page.keyboard.press("c");
  const old = page.getByRole("region", { name: "scan.pdf, 2 pages" });
  await expect(old).toBeVisible();
  const left = await boxOf(old);
  const right = await boxOf(replacement);
  expect(left.x + left.width).toBeLessThanOrEqual(right.x);
  await inspectWidths(page, "compare", testInfo);

  await test.step("each scrolls to the same share of its length", async () => {
    for (const [scrolled, other, pixels] of [
      [replacement, old, 900],
      [old, replacement, -200],
    ] as const) {
      await expect(other.locator("canvas[data-drawn]").first()).toBeVisible();
      const before = await shareScrolled(scrolled);
      await scrolled.hover();
      await page.mouse.wheel(0, pixels);
      await expect.poll(async () => Math.abs((await shareScrolled(scrolled)) - before)).toBeGreaterThan(0.05);
      await expect
        .poll(async () => Math.abs((await shareScrolled(scrolled)) - (await shareScrolled(other))))
        .toBeLessThan(0.01);
    }
  });

  await test.step("on a phone only one is shown, and no button is cut off or too small to be touched", async () => {
    for (const [width, height] of [
      [390, 844],
      [320, 640],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.getByRole("button", { name: "New", exact: true }).click();
      await expect(old).toBeHidden();
      expect(await unreachableButtons(page)).toEqual([]);
      await page.getByRole("button", { name: "Returned", exact: true }).click();
      await expect(old).toBeVisible();
      await expect(replacement).toBeHidden();
      expect(await unreachableButtons(page)).toEqual([]);
    }
    await page.getByRole("button", { name: "Compare" }).click();
    for (const name of ["Compare", "Return file september.pdf", "Next page"])
      await expect(page.getByRole("button", { name })).toBeVisible();
    expect(await unreachableButtons(page)).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await page.keyboard.press("j");
  await expect(page.getByRole("region", { name: "october.pdf, 1 page" })).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { level: 1, name: "Lease" })).toBeVisible();
  await page.keyboard.press("r");
  await page.keyboard.type("Send the signed one.");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByRole("button", { name: "Finish review" })).toBeFocused();
  await inspectWidths(page, "finish", testInfo);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("link", { name: "lease.pdf" })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("button", { name: "Close the review" })).toHaveCount(0);
});

test("the next file is on the screen as soon as it is asked for", async ({ seedSentRequest }, testInfo) => {
  const { requesterPage: page, request } = await seedSentRequest({ items: [payslips], only: "requester" });
  const names = ["august.pdf", "september.pdf", "october.jpg", "november.pdf"];
  for (const name of names) {
    await request.add(
      payslips.title,
      name.endsWith(".pdf") ? await longPdf(name, 3) : await picture(page, name),
    );
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`/requests/${request.id}/review`);
  // Wait until the page is idle, as it is while a user reads the first file.
  await expect(page.getByRole("navigation", { name: /^Files for/ }).locator("img")).toHaveCount(names.length);
  const took: Record<string, number> = {};
  for (const name of names.slice(1)) {
    // The file ahead is complete before anyone has looked at the one before.
    const ahead = page
      .locator("[inert]")
      .locator(name.endsWith(".pdf") ? "canvas[data-drawn]" : "img")
      .first();
    await expect(ahead).toBeAttached();
    took[name] = await timeUntilShown(page, name);
  }
  testInfo.annotations.push({ type: "ms", description: JSON.stringify(took) });
  // 100 ms is the goal. One of the three may meet another test's work, and a file that isn't ready takes over half a second.
  const [, middle] = Object.values(took).toSorted((a, b) => a - b);
  expect(middle, JSON.stringify(took)).toBeLessThanOrEqual(scaled(250));
});
