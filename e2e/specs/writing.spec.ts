import type { Page } from "@playwright/test";
import { newRequester } from "../fixtures/people.ts";
import { pasteLines } from "../fixtures/request.ts";
import { desk, expect, test } from "../fixtures/test.ts";

test("a pasted list is put in order by mouse and by keyboard, kept as a draft, and stays in that order", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await newRequester({
    context: await openBrowser(desk),
    mailbox,
    email: newAddress("nora"),
    name: "Nora Okafor",
    workspace: "Okafor & Lind",
  });
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("New request");
  await page.keyboard.press("Escape");
  await page.keyboard.press("n");
  await expect(page).toHaveURL(/\/requests\/new$/);
  await page.getByLabel("What is it for?").fill("Mortgage");
  await pasteLines(page, ["- Payslips", "2. Contract", "• Passport", "", "Statement"], 4);
  expect(await order(page)).toEqual(["Payslips", "Contract", "Passport", "Statement"]);

  await drag(page, "Statement", "Payslips");
  await expect.poll(() => order(page)).toEqual(["Statement", "Payslips", "Contract", "Passport"]);

  await page.getByRole("button", { name: "Move Contract" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => order(page)).toEqual(["Statement", "Payslips", "Passport", "Contract"]);
  await page.getByRole("button", { name: "Move Payslips" }).focus();
  await page.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => order(page)).toEqual(["Payslips", "Statement", "Passport", "Contract"]);

  await page.getByRole("button", { name: "Keep as draft" }).click();
  await expect(page).toHaveURL(/\/requests\?filter=drafts|\/edit$/);
  await page.goto("/requests?filter=drafts");
  await page.getByRole("link", { name: /Mortgage/ }).click();
  await expect(page.getByLabel("What is it for?")).toHaveValue("Mortgage");
  expect(await order(page)).toEqual(["Payslips", "Statement", "Passport", "Contract"]);
});

/** Titles as a person reads them, from top to bottom. */
async function order(page: Page): Promise<string[]> {
  const grips = await page.getByRole("button", { name: /^Move / }).all();
  const placed = await Promise.all(
    grips.map(async (grip) => ({
      title: (await grip.getAttribute("aria-label"))?.slice("Move ".length) ?? "",
      top: (await grip.boundingBox())?.y ?? 0,
    })),
  );
  return placed.toSorted((a, b) => a.top - b.top).map(({ title }) => title);
}

async function drag(page: Page, title: string, onto: string): Promise<void> {
  await page.getByRole("button", { name: `Move ${title}` }).hover();
  await page.mouse.down();
  const target = await page.getByRole("button", { name: `Move ${onto}` }).boundingBox();
  if (!target) throw new Error(`${onto} is not on the page`);
  await page.mouse.move(target.x + target.width / 2, target.y, { steps: 12 });
  await page.mouse.up();
}
