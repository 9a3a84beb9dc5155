import type { Page } from "@playwright/test";
import { signUpInBrowser } from "../fixtures/sign-in.ts";
import { pasteLines } from "../fixtures/write-request.ts";
import { desk, expect, test } from "../fixtures/test.ts";

test("a pasted list is reordered by mouse and by keyboard, saved as a draft, and keeps its order", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await signUpInBrowser({
    context: await openBrowser(desk),
    mailbox,
    email: newAddress("nora"),
  });
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("New request");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/requests\/new$/);
  await page.getByLabel("Title", { exact: true }).fill("Mortgage");
  await pasteLines(page, ["- Payslips", "2. Contract", "• Passport", "", "Statement"], 4);
  expect(await itemTitles(page)).toEqual(["Payslips", "Contract", "Passport", "Statement"]);

  await drag(page, "Statement", "Payslips");
  await expect.poll(() => itemTitles(page)).toEqual(["Statement", "Payslips", "Contract", "Passport"]);

  await page.getByRole("button", { name: "Move Contract" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => itemTitles(page)).toEqual(["Statement", "Payslips", "Passport", "Contract"]);
  await page.getByRole("button", { name: "Move Payslips" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => itemTitles(page)).toEqual(["Payslips", "Statement", "Passport", "Contract"]);

  await page.getByRole("button", { name: "Save as draft" }).click();
  await expect(page).toHaveURL(/\/requests\?filter=drafts|\/edit$/);
  await page.goto("/requests?filter=drafts");
  await page.getByRole("link", { name: /Mortgage/ }).click();
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Mortgage");
  expect(await itemTitles(page)).toEqual(["Payslips", "Statement", "Passport", "Contract"]);
});

/** Item titles from top to bottom of the page. */
async function itemTitles(page: Page): Promise<string[]> {
  const handles = await page.getByRole("button", { name: /^Move / }).all();
  const positions = await Promise.all(
    handles.map(async (handle) => ({
      title: (await handle.getAttribute("aria-label"))?.slice("Move ".length) ?? "",
      top: (await handle.boundingBox())?.y ?? 0,
    })),
  );
  return positions.toSorted((a, b) => a.top - b.top).map(({ title }) => title);
}

async function drag(page: Page, title: string, onto: string): Promise<void> {
  await page.getByRole("button", { name: `Move ${title}` }).hover();
  await page.mouse.down();
  const target = await page.getByRole("button", { name: `Move ${onto}` }).boundingBox();
  if (!target) throw new Error(`${onto} is not on the page`);
  await page.mouse.move(target.x + target.width / 2, target.y, { steps: 12 });
  await page.mouse.up();
}
