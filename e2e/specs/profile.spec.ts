import { addFiles, expectArrived } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { newRequester, signInWithCode } from "../fixtures/people.ts";
import { sessionCookies } from "../fixtures/session-cookies.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

// A browser notes what it is refused, and an account that is no more is refused everything.
test.use({ expectedTrouble: /status of 40[0134] / });

test("a name is changed by keyboard alone and shown everywhere", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await newRequester({
    context,
    mailbox,
    email: newAddress("nora"),
    name: "Nora Okafor",
    workspace: "Okafor & Lind",
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
  await expect(page.getByText("Your name is saved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Account of Nora Lind" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Name" })).toHaveValue("Nora Lind");
});

test("an account is deleted with its workspace, everywhere, and its address starts anew", async ({
  openBrowser,
  ask,
  mailbox,
  newAddress,
}) => {
  const { mobile, link } = await ask({ lines: ["Payslips"] });
  const email = newAddress("ines");
  const context = await openBrowser(desk);
  const page = await newRequester({ context, mailbox, email, name: "Ines Roy", workspace: "Roy & Co" });
  const second = await (await openBrowser(phone)).newPage();
  await second.goto("/sign-in?next=/settings/security");
  await signInWithCode(second, mailbox, email);
  await expect(second.getByText("This device", { exact: true })).toBeVisible();

  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete your account?" });
  await expect(dialog.getByText("Roy & Co goes too", { exact: false })).toBeVisible();
  await expect(dialog.getByLabel(`Type ${email} to confirm`)).toBeFocused();
  await page.keyboard.type(email);
  await dialog.getByRole("button", { name: "Delete for good" }).click();
  await expect(page.getByText("Your account is deleted, and you are signed out everywhere.")).toBeVisible();
  expect(new URL(page.url()).search).toBe("?reason=account-deleted");
  expect(await sessionCookies(context)).toEqual([]);

  await second.reload();
  await expect(second.getByText("Your sign-in has ended.", { exact: false })).toBeVisible();

  // Somebody else's account and request are as they were.
  await mobile.goto(link);
  await expect(mobile.getByText("1 thing left")).toBeVisible();

  await page.goto("/sign-in");
  await signInWithCode(page, mailbox, email);
  await expect(page.getByRole("heading", { name: "Two names, then you can ask" })).toBeVisible();
});

test("a recipient who deletes the account leaves what they sent with those who asked", async ({ ask }) => {
  const { office, mobile } = await ask({ lines: ["Payslips", "Lease"] });
  await addFiles(mobile, "Payslips", [await pdf("payslip.pdf")]);
  await expectArrived(mobile, "Payslips", "payslip.pdf");

  await mobile.goto("/settings/security");
  await mobile.getByRole("button", { name: "Delete my account" }).click();
  const dialog = mobile.getByRole("dialog", { name: "Delete your account?" });
  const field = dialog.getByLabel(/^Type .* to confirm$/);
  await expect(field).toBeFocused();
  const label = await dialog.getByText(/^Type .* to confirm$/).innerText();
  await field.fill(label.replace(/^Type | to confirm$/g, ""));
  await mobile.keyboard.press("Enter");
  await expect(mobile.getByText("Your account is deleted", { exact: false })).toBeVisible();

  await office.reload();
  // A request that was just sent shows its link once more.
  await expect(office.getByRole("dialog")).toBeVisible();
  await office.keyboard.press("Escape");
  await office.getByRole("button", { name: "payslip.pdf" }).click();
  await expect(office.getByRole("dialog").getByText("Payslips").first()).toBeVisible();
});
