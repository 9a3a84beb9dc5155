import { addFiles, expectArrived } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { signInWithCode, signUpInBrowser } from "../fixtures/sign-in.ts";
import { sessionCookies } from "../fixtures/session-cookies.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

// The browser logs rejected requests as errors, and every request of a deleted account is rejected.
test.use({ expectedBrowserErrors: /status of 40[0134] / });

test("a name can be changed by keyboard alone and is updated everywhere", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await signUpInBrowser({
    context,
    mailbox,
    email: newAddress("nora"),
  });
  await page.getByRole("button", { name: "Account of Nora Okafor" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Settings" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Nora Okafor");
  await page.getByRole("textbox", { name: "Name" }).focus();
  await page.keyboard.press("ControlOrMeta+A");
  await page.keyboard.type("Nora Lind");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Your name has been saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Account of Nora Lind" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Nora Lind");
});

test("deleting an account deletes its workspace and signs out every device, and its address can sign up again", async ({
  openBrowser,
  seedSentRequest,
  mailbox,
  newAddress,
}) => {
  const { recipientPage, link } = await seedSentRequest({ items: ["Payslips"] });
  const email = newAddress("ines");
  const context = await openBrowser(desk);
  const page = await signUpInBrowser({ context, mailbox, email, name: "Ines Roy", workspace: "Roy & Co" });
  const second = await (await openBrowser(phone)).newPage();
  await second.goto("/sign-in?next=/settings/security");
  await signInWithCode(second, mailbox, email);
  await expect(second.getByText("This device", { exact: true })).toBeVisible();

  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog.getByText("Roy & Co will be deleted too", { exact: false })).toBeVisible();
  await expect(dialog.getByLabel(`Type ${email} to confirm`)).toBeFocused();
  await page.keyboard.type(email);
  await dialog.getByRole("button", { name: "Delete account" }).click();
  await expect(
    page.getByText("Your account has been deleted and you’re signed out everywhere."),
  ).toBeVisible();
  expect(new URL(page.url()).search).toBe("?reason=account-deleted");
  expect(await sessionCookies(context)).toEqual([]);

  await second.reload();
  await expect(second.getByText("Your session has ended.", { exact: false })).toBeVisible();

  // Other accounts and requests are unaffected.
  await recipientPage.goto(link);
  await expect(recipientPage.getByText("1 item left")).toBeVisible();

  await page.goto("/sign-in");
  await signInWithCode(page, mailbox, email);
  await expect(page.getByRole("heading", { name: "Set up your workspace" })).toBeVisible();
});

test("files stay with the requester when the recipient deletes their account", async ({
  seedSentRequest,
}) => {
  const { requesterPage, recipientPage } = await seedSentRequest({ items: ["Payslips", "Lease"] });
  await addFiles(recipientPage, "Payslips", [await pdf("payslip.pdf")]);
  await expectArrived(recipientPage, "Payslips", "payslip.pdf");

  await recipientPage.goto("/settings/security");
  await recipientPage.getByRole("button", { name: "Delete my account" }).click();
  const dialog = recipientPage.getByRole("dialog", { name: "Delete your account?" });
  const field = dialog.getByLabel(/^Type .* to confirm$/);
  await expect(field).toBeFocused();
  const label = await dialog.getByText(/^Type .* to confirm$/).innerText();
  await field.fill(label.replace(/^Type | to confirm$/g, ""));
  await recipientPage.keyboard.press("Enter");
  await expect(recipientPage.getByText("Your account has been deleted", { exact: false })).toBeVisible();

  await requesterPage.reload();
  await requesterPage.getByRole("link", { name: "payslip.pdf" }).click();
  await expect(requesterPage.getByRole("heading", { level: 1, name: "Payslips" })).toBeVisible();
});
