import type { Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { addFiles, expectArrived, itemRow, toggleItem } from "../fixtures/checklist.ts";
import { pdf, rawFile } from "../fixtures/documents.ts";
import { signInWithCode } from "../fixtures/sign-in.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";
import { translatePages } from "../fixtures/translate-page.ts";
import { sendRequestInBrowser } from "../fixtures/write-request.ts";

test.beforeEach(() => test.setTimeout(scaled(180_000)));

const items = ["Payslips", "Bank statement", "Lease", "Passport"];

/** The line of each item. */
async function itemLines(page: Page): Promise<string[]> {
  const lines = await page.locator("details[data-item] > summary").allInnerTexts();
  return lines.map((line) => line.replaceAll("\u200B", "").replaceAll(/\s+/g, " "));
}

test("a recipient does the whole job on a page that the browser translates", async ({
  seedSentRequest,
  openBrowser,
  mailbox,
}) => {
  const { link, recipientEmail, request } = await seedSentRequest({ items, only: "recipient" });
  const context = await openBrowser(phone);
  await translatePages(context, "replaces");
  const page = await context.newPage();
  await page.goto(link);
  await signInWithCode(page, mailbox, recipientEmail);
  await expect(page.getByText("4 items left")).toBeVisible();

  await addFiles(page, "Payslips", [
    await pdf("january.pdf"),
    // It is removed below. A small picture of it that is on its way then would be refused.
    rawFile("february.csv", "text/csv", Buffer.from("Gross,Net")),
  ]);
  await expectArrived(page, "Payslips", "january.pdf");
  await expectArrived(page, "Payslips", "february.csv");
  await expect(page.getByText("3 items left")).toBeVisible();
  // File names and addresses must not be translated.
  await expect(
    page.getByRole("list", { name: "Files for Payslips" }).getByText("january.pdf"),
  ).not.toHaveJSProperty("nodeName", "FONT");
  await page.getByRole("button", { name: "Remove february.csv" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("february.csv was removed.")).toBeVisible();

  await toggleItem(page, "Lease");
  await page.getByRole("button", { name: "Ask a question about Lease" }).click();
  await page.getByLabel("Your question about “Lease”").fill("The old one too?");
  await page.getByRole("button", { name: "Send question" }).click();
  // The field keeps the words until they are sent.
  await expect(
    itemRow(page, "Lease").getByRole("paragraph").filter({ hasText: "The old one too?" }),
  ).toBeVisible();

  await page.getByRole("button", { name: "I can’t provide this: Lease" }).click();
  await page.getByLabel("Add a note").fill("I own my home.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("2 items left")).toBeVisible();

  await request.returnItem("Payslips", "February is missing.");
  await expect(itemRow(page, "Payslips").getByText("February is missing.")).toBeVisible();
  await expect(page.getByText("3 items left")).toBeVisible();
  for (const [item, name] of [
    ["Payslips", "both.pdf"],
    ["Bank statement", "statement.pdf"],
    ["Passport", "passport.pdf"],
  ] as const) {
    await addFiles(page, item, [await pdf(name)]);
    await expectArrived(page, item, name);
  }
  await expect(page.getByRole("heading", { name: "You’re done" })).toBeVisible();
  const shown = await itemLines(page);
  expect(shown).toHaveLength(items.length);
  await page.reload();
  await expect(page.getByRole("heading", { name: "You’re done" })).toBeVisible();
  await expect(page.getByRole("main").locator("font").first()).toBeVisible();
  await expect.poll(() => itemLines(page)).toEqual(shown);
});

test("a requester creates, accepts and returns on a page that the browser translates", async ({
  seedSentRequest,
  seedRequester,
  openBrowser,
}) => {
  const { deskContext, request } = await seedSentRequest({ items, only: "requester" });
  for (const item of items) await request.add(item, await pdf(`${item}.pdf`));
  await translatePages(deskContext, "inserts");
  const page = await deskContext.newPage();
  await page.goto(`/requests/${request.id}`);
  await page.getByRole("button", { name: "Accept Payslips" }).click();
  await expect(page.getByText("1 of 4 accepted")).toBeVisible();

  await page.getByRole("link", { name: "Bank statement.pdf" }).click();
  await expect(page.getByRole("region", { name: "Bank statement.pdf, 1 page" })).toBeVisible();
  await page.keyboard.press("r");
  await page.getByLabel("Why are you returning “Bank statement”?").fill("Page 2 is cut off.");
  await page.getByRole("button", { name: "Return with this reason" }).click();
  await expect(page.getByRole("heading", { name: "Lease" })).toBeVisible();
  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { name: "Passport" })).toBeVisible();
  await page.getByRole("button", { name: "Close the review" }).click();
  await expect(page.getByText("2 of 4 accepted")).toBeVisible();
  await expect(page.getByText("Page 2 is cut off.")).toBeVisible();

  const context = await openBrowser(desk);
  await translatePages(context, "inserts");
  const { page: writing } = await seedRequester({ context, name: "Mats Berg" });
  const link = await sendRequestInBrowser(writing, {
    title: "Tax return 2027",
    recipients: ["anna@lind.example", "mia@lind.example"],
    items: ["Payslips", "Passport"],
  });
  expect(link).toContain("/r/");
  await writing.getByRole("link", { name: "Requests" }).first().click();
  await expect(writing.getByRole("link", { name: "Tax return 2027" })).toBeVisible();
  await writing.goBack();
  await expect(writing.getByRole("heading", { name: "Tax return 2027" })).toBeVisible();
  await expect(writing.getByRole("main").locator("font").first()).toBeVisible();
});
