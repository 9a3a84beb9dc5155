import type { Locator, Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { toggleItem } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { expect, test } from "../fixtures/test.ts";

test("both sides learn of a pause, a close with a gap, a cancellation and each way back, and a duplicate is deleted", async ({
  seedSentRequest,
}, testInfo) => {
  test.setTimeout(scaled(180_000));
  const {
    requesterPage: deskPage,
    recipientPage: phonePage,
    link,
    request,
  } = await seedSentRequest({ items: ["Payslips", "Bank statement", "Passport"] });
  await request.add("Payslips", await pdf("january.pdf"));
  await phonePage.reload();
  await expect(phonePage.getByText("2 items left")).toBeVisible();

  await test.step("the request is paused and resumed", async () => {
    const remove = phonePage.getByRole("button", { name: "Remove january.pdf" });
    await toggleItem(phonePage, "Payslips");
    await expect(remove).toBeVisible();
    await chooseInMenu(deskPage, "Pause");
    await expect(deskPage.getByText("Paused", { exact: true })).toBeVisible();
    // Without a reload: both pages learn of a change by polling.
    await expect(phonePage.getByText("Okafor & Lind has paused this request.")).toBeVisible();
    await expect(addButton(phonePage, "Bank statement")).toBeHidden();
    await expect(remove).toBeHidden();
    await inspectWidths(deskPage, "paused-requester", testInfo);
    await inspectWidths(phonePage, "paused-recipient", testInfo);
    await deskPage.getByRole("button", { name: "Resume" }).click();
    await expect(deskPage.getByText("Request resumed")).toBeVisible();
    await expect(phonePage.getByText("Okafor & Lind has paused this request.")).toBeHidden();
  });

  await test.step("it is closed with a gap and reopened", async () => {
    await deskPage.getByRole("button", { name: "Accept Payslips" }).click();
    await chooseInMenu(deskPage, "Close request");
    const closing = deskPage.getByRole("dialog", { name: "Close this request?" });
    await expect(closing).toContainText("Still missing: Bank statement and Passport.");
    await inspectWidths(deskPage, "closing", testInfo);
    await closing.getByRole("button", { name: "Close request" }).click();
    await expect(deskPage.getByText("Closed, 2 missing")).toBeVisible();
    await expect(phonePage.getByText("Okafor & Lind has closed this request.")).toBeVisible();
    await expect(addButton(phonePage, "Bank statement")).toBeHidden();
    await inspectWidths(phonePage, "closed-recipient", testInfo);
    await deskPage.getByRole("button", { name: "Reopen" }).click();
    await expect(phonePage.getByText("2 items left")).toBeVisible();
  });

  await test.step("it is cancelled and reopened", async () => {
    await chooseInMenu(deskPage, "Cancel request");
    const cancelling = deskPage.getByRole("dialog", { name: "Cancel this request?" });
    await expect(cancelling).toContainText("you can reopen the request for 30 days");
    await cancelling.getByRole("button", { name: "Cancel request" }).click();
    await expect(deskPage.getByText("You can reopen it until", { exact: false })).toBeVisible();
    // The link still leads the person who joined to the request.
    await phonePage.goto(link);
    await expect(phonePage.getByText("Okafor & Lind has cancelled this request.")).toBeVisible();
    await inspectWidths(deskPage, "cancelled-requester", testInfo);
    await deskPage.getByRole("button", { name: "Reopen" }).click();
    await expect(phonePage.getByText("2 items left")).toBeVisible();
  });

  await test.step("a duplicate opens in the editor, and is deleted as a draft", async () => {
    const source = deskPage.url();
    await chooseInMenu(deskPage, "Duplicate");
    await expect(deskPage).toHaveURL(/\/edit$/);
    expect(deskPage.url()).not.toContain(source);
    await expect(deskPage.getByLabel("Title", { exact: true })).toHaveValue("Tax return 2026");
    await expect(deskPage.getByRole("button", { name: /^Edit / })).toHaveCount(3);
    await inspectWidths(deskPage, "duplicate", testInfo);
    await deskPage.getByRole("button", { name: "Delete draft" }).click();
    const deleting = deskPage.getByRole("dialog", { name: "Delete this draft?" });
    await deleting.getByRole("button", { name: "Delete draft" }).click();
    await expect(deskPage).toHaveURL(/filter=drafts$/);
    await expect(deskPage.getByText("No drafts")).toBeVisible();
    await deskPage.goto(source);
    await expect(deskPage.getByText("1 of 3 accepted")).toBeVisible();
  });
});

async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

const addButton = (page: Page, item: string): Locator =>
  page.getByRole("button", { name: new RegExp(`^(Choose|Add more) files for ${item}$`) });
