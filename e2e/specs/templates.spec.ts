import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { expect, test } from "../fixtures/test.ts";
import { pasteLines } from "../fixtures/write-request.ts";

test.beforeEach(() => test.setTimeout(scaled(180_000)));

const card = (page: Page, title: string) => page.getByRole("article", { name: title, exact: true });
const editedItems = (page: Page) => page.getByRole("button", { name: /^Edit / });
const title = (page: Page) => page.getByLabel("Title", { exact: true });

async function chooseAction(page: Page, template: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${template}`, exact: true }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("a template is written, used, merged with another, exported, imported, archived and deleted", async ({
  seedSentRequest,
}, testInfo) => {
  const {
    requesterPage: page,
    request,
    recipientEmail,
  } = await seedSentRequest({
    items: ["Loan agreement", "Balance sheet"],
    only: "requester",
  });
  await request.edit({ title: "Loan review" });
  await page.getByRole("link", { name: "Templates" }).click();
  await expect(page.getByText("No templates yet")).toBeVisible();
  await inspectWidths(page, "empty", testInfo);
  await page.getByRole("button", { name: "Add examples" }).click();
  await expect(page.getByRole("article")).toHaveCount(5);

  await page.getByRole("link", { name: "New template" }).click();
  await title(page).fill("Company formation");
  await pasteLines(page, ["Passport or ID card", "Articles", "Proof of address"], 3);
  await page.getByLabel(/^Due after/).fill("10");
  await inspectWidths(page, "editor", testInfo);
  await page.getByRole("button", { name: "Save template" }).click();
  await expect(card(page, "Company formation").getByText("3 items")).toBeVisible();
  await inspectWidths(page, "templates", testInfo);

  // The due date is ten days from today, and items that the draft already has aren't added again.
  await page.getByRole("button", { name: "Use Company formation" }).click();
  await expect(title(page)).toHaveValue("Company formation");
  const today = new Date().toISOString().slice(0, 10);
  const due = await page.getByLabel("Due date").inputValue();
  // A day more or less where the test runs at midnight.
  expect(Math.abs((Date.parse(due) - Date.parse(today)) / 86_400_000 - 10)).toBeLessThanOrEqual(1);
  await expect(editedItems(page)).toHaveCount(3);
  await page.getByRole("button", { name: "Add from template" }).click();
  const picker = page.getByRole("dialog", { name: "Add from template" });
  await picker.getByRole("radio", { name: /^Tenant check/ }).check({ force: true });
  await expect(picker.getByRole("heading", { name: "Tenant check" })).toBeVisible();
  await expect(picker.getByText("Payslips, last 3 months")).toBeVisible();
  await inspectWidths(page, "picker", testInfo);
  await picker.getByRole("button", { name: "Add items" }).click();
  await expect(page.getByText("Items from “Tenant check” added")).toBeVisible();
  await expect(editedItems(page)).toHaveCount(3 + 6 - 1);

  // A request becomes a template, which is a file for others.
  await page.goto(`/requests/${request.id}`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Save as template" }).click();
  await page.getByRole("button", { name: "Open template" }).click();
  await expect(page).toHaveURL(/\/templates\/[\w-]+$/);
  await expect(title(page)).toHaveValue("Loan review");
  await expect(page.getByLabel("Recipients")).toHaveCount(0);
  await page.getByRole("link", { name: "Templates" }).first().click();
  const exporting = page.waitForEvent("download");
  await chooseAction(page, "Loan review", "Export");
  const file = await exporting;
  expect(file.suggestedFilename()).toBe("Loan review.sheaf.json");
  const path = testInfo.outputPath("template.sheaf.json");
  await file.saveAs(path);
  expect(await readFile(path, "utf8")).not.toContain(recipientEmail);
  await chooseAction(page, "Loan review", "Delete");
  await page.getByRole("button", { name: "Delete template" }).click();
  await expect(card(page, "Loan review")).toHaveCount(0);
  await page.getByLabel("Template file").setInputFiles(path);
  await expect(card(page, "Loan review").getByText("2 items")).toBeVisible();
  await chooseAction(page, "Loan review", "Archive");
  await expect(card(page, "Loan review")).toHaveCount(0);
  await page.getByRole("button", { name: "Show archived (1)" }).click();
  await expect(card(page, "Loan review").getByText("Archived", { exact: true })).toBeVisible();

  // The request is as it was.
  await page.getByRole("link", { name: "Requests", exact: true }).click();
  await page.getByRole("link", { name: /Loan review/ }).click();
  await expect(page.getByRole("heading", { name: "Loan review" })).toBeVisible();
});
