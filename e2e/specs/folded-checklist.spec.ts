import { scaled } from "@sheaf/testing/scaled";
import { addFiles, itemRow } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { inspectScreen } from "../fixtures/inspect-screen.ts";
import { expect, test } from "../fixtures/test.ts";

test("twenty items fit on a phone, which may take a photo, and the bar leads from one to the next until everything is sent", async ({
  seedSentRequest,
}, testInfo) => {
  test.setTimeout(scaled(180_000));
  const items = Array.from({ length: 20 }, (_, index) => `Document ${index + 1}`);
  const { recipientPage: page } = await seedSentRequest({ items, only: "recipient" });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThan(2000);
  await inspectScreen(page, "fresh", testInfo);
  const camera = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Take a photo for Document 1", exact: true }).click();
  expect(await (await camera).element().getAttribute("capture")).toBe("environment");

  const bar = page.getByRole("region", { name: "Next item" });
  await expect(bar).toContainText("20 left");
  const go = bar.getByRole("button", { name: "Go to next" });
  for (const title of items.slice(0, 3)) {
    await expect(bar).toContainText(`Next: ${title}`);
    await go.click();
    const summary = itemRow(page, title).locator("> summary");
    await expect(summary).toBeFocused();
    await expect(summary).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("button", { name: `Choose files for ${title}` })).toBeInViewport({
      ratio: 1,
    });
  }
  await expect(page.locator("details[data-item][open]")).toHaveCount(1);

  // Keyboard focus that moves down by itself never hides behind the bar.
  await itemRow(page, "Document 17").locator("> summary").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const [focused, top] = await Promise.all([
    itemRow(page, "Document 19").locator("> summary").boundingBox(),
    bar.boundingBox(),
  ]);
  expect((focused?.y ?? 0) + (focused?.height ?? 0)).toBeLessThanOrEqual(top?.y ?? 0);
});

test("an item is being sent until all its files are there, and the end says what was sent", async ({
  seedSentRequest,
}, testInfo) => {
  const { recipientPage: page } = await seedSentRequest({ items: ["Lease", "Passport"], only: "recipient" });
  await addFiles(page, "Lease", [await pdf("lease.pdf")]);
  await expect(itemRow(page, "Lease").getByText("Sent", { exact: true })).toBeVisible();
  // Nothing has moved, and the next item is unfolded.
  await expect(itemRow(page, "Lease").getByText("lease.pdf", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Choose files for Passport" })).toBeVisible();

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/storage/v1/object/**", async (route) => {
    await held;
    await route.continue();
  });
  await addFiles(page, "Passport", [await pdf("front.pdf"), await pdf("back.pdf")]);
  const passport = itemRow(page, "Passport");
  await expect(passport.getByText("Sending…")).toBeVisible();
  await passport.locator("> summary").click();
  await expect(passport.getByText("2 files", { exact: true })).toBeVisible();
  await inspectScreen(page, "sending", testInfo);
  release();

  const heading = page.getByRole("heading", { name: "You’re done" });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expect(page.getByText("3 files", { exact: true })).toBeVisible();
  await inspectScreen(page, "done", testInfo);
  await page.getByRole("button", { name: "Show receipt" }).click();
  await inspectScreen(page, "receipt", testInfo);
  await page.emulateMedia({ media: "print" });
  await expect(heading).toBeHidden();
  await expect(page.getByRole("button", { name: "Print or save as PDF" })).toBeHidden();
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeHidden();
  await expect(page.getByText(/^[0-9a-f]{64}$/).first()).toBeVisible();
  await testInfo.attach("receipt on paper", { body: await page.pdf(), contentType: "application/pdf" });
  await testInfo.attach("receipt in print", { body: await page.screenshot(), contentType: "image/png" });
  await page.emulateMedia({ media: "screen" });
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();

  await passport.locator("> summary").click();
  await page.getByRole("button", { name: /^front\.pdf/ }).click();
  const dialog = page.getByRole("dialog", { name: "front.pdf" });
  await expect(dialog.getByRole("region", { name: "Page 1 of 1" }).locator("canvas")).toBeVisible();
  await dialog.getByText("Details", { exact: true }).click();
  await inspectScreen(page, "sent-file", testInfo);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: /^front\.pdf/ })).toBeFocused();
});
