import type { Page } from "@playwright/test";
import { inspectScreen } from "../fixtures/inspect-screen.ts";
import { expect, test } from "../fixtures/test.ts";

test("a duplicate opens in the editor, and a draft can be deleted", async ({ seedSentRequest }, testInfo) => {
  const { requesterPage: page } = await seedSentRequest({
    items: ["Payslips", "Bank statement"],
    only: "requester",
  });
  const source = page.url();
  await chooseInMenu(page, "Duplicate");
  await expect(page).toHaveURL(/\/edit$/);
  expect(page.url()).not.toContain(source);
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Tax return 2026");
  await expect(page.getByRole("button", { name: /^Edit / })).toHaveCount(2);
  await inspectScreen(page, "duplicate", testInfo);

  await page.getByRole("button", { name: "Delete draft" }).click();
  const deleting = page.getByRole("dialog", { name: "Delete this draft?" });
  await inspectScreen(page, "delete-draft", testInfo);
  await deleting.getByRole("button", { name: "Delete draft" }).click();
  await expect(page).toHaveURL(/filter=drafts$/);
  await expect(page.getByText("No drafts")).toBeVisible();
  await page.goto(source);
  await expect(page.getByText("0 of 2 accepted")).toBeVisible();
});

async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}
