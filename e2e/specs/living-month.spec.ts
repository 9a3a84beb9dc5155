import type { Locator, Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { expectArrived } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { inspectScreen, inspectWidths } from "../fixtures/inspect-screen.ts";
import { signInWithCode, signUpInBrowser } from "../fixtures/sign-in.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";
import { sendRequestInBrowser } from "../fixtures/write-request.ts";

test("a month in the life of a request, by mouse on a desk and by thumb on a phone", async ({
  openBrowser,
  mailbox,
  newAddress,
}, testInfo) => {
  test.setTimeout(scaled(300_000));
  const anna = newAddress("anna");
  const deskPage = await signUpInBrowser({
    context: await openBrowser(desk),
    mailbox,
    email: newAddress("nora"),
  });
  const phonePage = await (await openBrowser(phone)).newPage();
  const people = deskPage.getByRole("region", { name: "People" });

  const inspectBoth = async (name: string) => {
    await inspectWidths(deskPage, `${name}-requester`, testInfo);
    await inspectWidths(phonePage, `${name}-recipient`, testInfo);
  };

  const link = await sendRequestInBrowser(deskPage, {
    title: "Tax return 2026",
    recipients: [newAddress("ana")],
    dueOn: "2031-11-27",
    items: ["Payslips", "Bank statement", "Passport"],
  });

  await test.step("a wrong address is corrected", async () => {
    await people.getByRole("button", { name: `Options for ${newAddress("ana")}` }).click();
    await deskPage.getByRole("menuitem", { name: "Correct address" }).click();
    const correcting = deskPage.getByRole("dialog", { name: "Correct recipient" });
    await correcting.getByLabel("Email address").fill(anna);
    await correcting.getByRole("button", { name: "Save" }).click();
    await expect(people).toContainText(anna);
    await phonePage.goto(link);
    await signInWithCode(phonePage, mailbox, anna);
    await expect(phonePage.getByText("3 items left")).toBeVisible();
  });

  await test.step("an item is added", async () => {
    await deskPage.getByRole("link", { name: "Edit", exact: true }).click();
    await deskPage.getByLabel("Add an item").fill("Lease");
    await deskPage.keyboard.press("Enter");
    await deskPage.getByRole("button", { name: "Save changes" }).click();
    await expect(deskPage.getByText("added the item")).toBeVisible();
    await expect(phonePage.getByText("4 items left")).toBeVisible();
  });

  await test.step("one file is returned and one is kept", async () => {
    await addByThumb(phonePage, "Payslips", "january.pdf");
    await addByThumb(phonePage, "Payslips", "february.pdf");
    await deskPage.getByRole("link", { name: "february.pdf" }).click();
    const review = deskPage.getByRole("main");
    await review.getByRole("button", { name: "Return file february.pdf" }).click();
    await review.getByLabel("Why are you returning “february.pdf”?").fill("Page 2 is cut off.");
    await review.getByRole("button", { name: "Mark to return" }).click();
    await review.getByRole("button", { name: "Previous file" }).click();
    await expect(review.getByRole("region", { name: "january.pdf", exact: true })).toBeVisible();
    await review.getByRole("button", { name: "Return 1, keep 1" }).click();
    await expect(review.getByText("Payslips returned.")).toBeVisible();
    await review.getByRole("button", { name: "Finish review" }).click();
    await expect(phonePage.getByText("Page 2 is cut off.")).toBeVisible();
    await inspectScreen(phonePage, "month-returned-390", testInfo);
    await addByThumb(phonePage, "Payslips", "february, all of it.pdf");
  });

  await test.step("the request is paused and resumed", async () => {
    const remove = phonePage.getByRole("button", { name: "Remove february, all of it.pdf" });
    await expect(remove).toBeVisible();
    await chooseInMenu(deskPage, "Pause");
    await expect(deskPage.getByText("Paused", { exact: true })).toBeVisible();
    // Without a reload: both pages learn of a change by polling.
    await expect(phonePage.getByText("Okafor & Lind has paused this request.")).toBeVisible();
    await expect(addButton(phonePage, "Bank statement")).toBeHidden();
    await expect(remove).toBeHidden();
    await inspectBoth("paused");
    await deskPage.getByRole("button", { name: "Resume" }).click();
    await expect(deskPage.getByText("Request resumed")).toBeVisible();
    await expect(phonePage.getByText("Okafor & Lind has paused this request.")).toBeHidden();
  });

  await test.step("one document comes by post", async () => {
    await deskPage.getByRole("button", { name: "More actions on Passport" }).click();
    await deskPage.getByRole("menuitem", { name: "Received another way" }).click();
    await deskPage.getByRole("button", { name: "Mark as received" }).click();
    const chooser = deskPage.waitForEvent("filechooser");
    await deskPage.getByRole("button", { name: "Add files to Passport" }).click();
    await (await chooser).setFiles([await pdf("passport by post.pdf")]);
    await expect(deskPage.getByRole("link", { name: "passport by post.pdf" })).toBeVisible();
    await expect(phonePage.getByText("2 items left")).toBeVisible();
  });

  await test.step("it is closed with a gap and reopened", async () => {
    await deskPage.getByRole("button", { name: "Accept Payslips" }).click();
    await chooseInMenu(deskPage, "Close request");
    const closing = deskPage.getByRole("dialog", { name: "Close this request?" });
    await expect(closing).toContainText("Still missing: Bank statement and Lease.");
    await inspectScreen(deskPage, "closing", testInfo);
    await closing.getByRole("button", { name: "Close request" }).click();
    await expect(deskPage.getByText("Closed, 2 missing")).toBeVisible();
    await expect(phonePage.getByText("Okafor & Lind has closed this request.")).toBeVisible();
    await expect(addButton(phonePage, "Bank statement")).toBeHidden();
    await inspectBoth("closed");
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
    await inspectBoth("cancelled");
    await deskPage.getByRole("button", { name: "Reopen" }).click();
    await expect(phonePage.getByText("2 items left")).toBeVisible();
  });

  await test.step("the rest arrives, and the request is done", async () => {
    await addByThumb(phonePage, "Bank statement", "statement.pdf");
    await addByThumb(phonePage, "Lease", "lease.pdf");
    for (const item of ["Bank statement", "Lease"]) {
      await deskPage.getByRole("button", { name: `Accept ${item}` }).click();
    }
    await expect(deskPage.getByText("Done", { exact: true })).toBeVisible();
    await expect(phonePage.getByText("You’re done", { exact: false }).first()).toBeVisible();
    await inspectScreen(phonePage, "month-done-390", testInfo);
    await inspectScreen(deskPage, "month-done-1280", testInfo);
  });
});

async function chooseInMenu(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

const addButton = (page: Page, item: string): Locator =>
  page.getByRole("button", { name: new RegExp(`^(Choose|Add more) files for ${item}$`) });

async function addByThumb(page: Page, item: string, name: string): Promise<void> {
  if (!(await addButton(page, item).isVisible())) await page.locator("summary", { hasText: item }).tap();
  const chooser = page.waitForEvent("filechooser");
  await addButton(page, item).tap();
  await (await chooser).setFiles([await pdf(name)]);
  await expectArrived(page, item, name);
}
