import type { Page, TestInfo } from "@playwright/test";
import { addFiles, expectArrived } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { inspectScreen } from "../fixtures/inspect-screen.ts";
import { expect, test } from "../fixtures/test.ts";
import { scaled } from "../../shared/dev/src/tests/scaled.ts";

test("a request is paused, resumed, closed with a gap, reopened, cancelled and reopened", async ({
  seedSentRequest,
}, testInfo) => {
  test.setTimeout(scaled(240_000));
  const { requesterPage, recipientPage, link } = await seedSentRequest({
    items: ["Payslips", "Bank statement"],
  });
  await addFiles(recipientPage, "Payslips", [await pdf("january.pdf")]);
  await expectArrived(recipientPage, "Payslips", "january.pdf");

  await chooseInMenu(requesterPage, "Pause");
  await expect(requesterPage.getByText("Paused", { exact: true })).toBeVisible();
  // Nobody reloads: both pages learn of a change by polling.
  await expect(recipientPage.getByText("Okafor & Lind has paused this request.")).toBeVisible();
  await expect(filesButton(recipientPage, "Bank statement")).toBeHidden();
  await expect(recipientPage.getByRole("button", { name: "Remove january.pdf" })).toBeHidden();
  await inspectBoth("paused", requesterPage, recipientPage, testInfo);

  await requesterPage.getByRole("button", { name: "Resume" }).click();
  await expect(requesterPage.getByText("Request resumed")).toBeVisible();
  await expect(filesButton(recipientPage, "Bank statement")).toBeVisible();

  await requesterPage.getByRole("button", { name: "Accept Payslips" }).click();
  await chooseInMenu(requesterPage, "Close request");
  const closing = requesterPage.getByRole("dialog", { name: "Close this request?" });
  await expect(closing).toContainText("Still missing: Bank statement.");
  await inspectScreen(requesterPage, "closing", testInfo);
  await closing.getByRole("button", { name: "Close request" }).click();
  await expect(requesterPage.getByText("Closed, 1 missing")).toBeVisible();
  await expect(recipientPage.getByText("Okafor & Lind has closed this request.")).toBeVisible();
  await expect(filesButton(recipientPage, "Bank statement")).toBeHidden();
  await inspectBoth("closed", requesterPage, recipientPage, testInfo);

  await requesterPage.getByRole("button", { name: "Reopen" }).click();
  await expect(recipientPage.getByText("1 item left")).toBeVisible();

  await chooseInMenu(requesterPage, "Cancel request");
  const cancelling = requesterPage.getByRole("dialog", { name: "Cancel this request?" });
  await expect(cancelling).toContainText("you can reopen the request for 30 days");
  await cancelling.getByRole("button", { name: "Cancel request" }).click();
  await expect(requesterPage.getByText("You can reopen it until", { exact: false })).toBeVisible();
  // The link still leads the person who joined to the request.
  await recipientPage.goto(link);
  await expect(recipientPage.getByText("Okafor & Lind has cancelled this request.")).toBeVisible();
  await inspectBoth("cancelled", requesterPage, recipientPage, testInfo);

  await requesterPage.getByRole("button", { name: "Reopen" }).click();
  await expect(recipientPage.getByText("1 item left")).toBeVisible();
  await addFiles(recipientPage, "Bank statement", [await pdf("statement.pdf")]);
  await expectArrived(recipientPage, "Bank statement", "statement.pdf");
  await requesterPage.getByRole("button", { name: "Accept Bank statement" }).click();
  await expect(requesterPage.getByText("Done", { exact: true })).toBeVisible();
});

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

const filesButton = (page: Page, item: string) =>
  page.getByRole("button", { name: new RegExp(`^(Choose|Add more) files for ${item}$`) });

/** Looks at both sides' pages in both widths. */
async function inspectBoth(name: string, requester: Page, recipient: Page, info: TestInfo): Promise<void> {
  for (const [side, page] of Object.entries({ requester, recipient })) {
    const before = page.viewportSize();
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 });
      await inspectScreen(page, `${name}-${side}-${width}`, info);
    }
    if (before) await page.setViewportSize(before);
  }
}
