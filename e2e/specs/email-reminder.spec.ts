import { scaled } from "@sheaf/testing/scaled";
import { addFiles, expectArrived } from "../fixtures/checklist.ts";
import { deliverEmail } from "../fixtures/run-tasks.ts";
import { pdf } from "../fixtures/documents.ts";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectScreen } from "../fixtures/inspect-screen.ts";
import { signInWithCode, signUpInBrowser } from "../fixtures/sign-in.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";
import { pasteLines, sendRequestInBrowser } from "../fixtures/write-request.ts";

// A date that is too far away is refused.
test.use({ expectedBrowserErrors: /status of 422/ });
test.beforeEach(() => test.setTimeout(scaled(180_000)));

test("invited by email: the link, the code, the file, the receipt", async ({
  openBrowser,
  mailbox,
  newAddress,
}, testInfo) => {
  const anna = newAddress("anna");
  const page = await signUpInBrowser({
    context: await openBrowser(desk),
    mailbox,
    email: newAddress("nora"),
  });
  await page.goto("/requests/new");
  await page.getByLabel("Title", { exact: true }).fill("Tax return 2026");
  await page.getByLabel("Recipients").fill(anna);
  await page.keyboard.press("Enter");
  await pasteLines(page, ["Payslips", "Lease"]);
  await page.getByRole("button", { name: "Send request" }).click();
  const people = page.getByRole("region", { name: "People" });
  await expect(people).toContainText("Invitation on its way");
  await expect(page.getByRole("dialog")).toBeHidden();

  await deliverEmail();
  await page.reload();
  await expect(people).toContainText("Invited, hasn’t opened it");
  await expect(page.getByRole("region", { name: "Reminders" })).toContainText("lists 2 items");
  await inspectScreen(page, "invited", testInfo);

  const invitation = await mailbox.nextEmail({ to: anna });
  expect(invitation.subject).toMatch(/asks you for 2 items: Tax return 2026$/);
  const recipient = await (await openBrowser(phone)).newPage();
  await recipient.goto(linkIn(invitation.text, "/r/"));
  await signInWithCode(recipient, mailbox, anna);
  await expect(recipient.getByText("2 items left")).toBeVisible();
  for (const item of ["Payslips", "Lease"]) {
    await addFiles(recipient, item, [await pdf(`${item}.pdf`)]);
    await expectArrived(recipient, item, `${item}.pdf`);
  }
  const seen = await mailbox.idsFor(anna);
  await deliverEmail();
  const receipt = await mailbox.nextEmail({ to: anna, seen });
  expect(receipt.subject).toBe("You’re done: Tax return 2026");
  expect(receipt.text).toContain("Lease.pdf");
});

test("a reminder lists what is missing and why something came back; a date moves it; one click stops it", async ({
  openBrowser,
  mailbox,
  newAddress,
}, testInfo) => {
  const anna = newAddress("anna");
  const page = await signUpInBrowser({
    context: await openBrowser(desk),
    mailbox,
    email: newAddress("nora"),
  });
  const link = await sendRequestInBrowser(page, {
    title: "Tax return 2026",
    recipients: [anna],
    dueOn: inDays(20),
    items: ["Payslips", "Lease", "Passport"],
  });
  const reminders = page.getByRole("region", { name: "Reminders" });
  await expect(reminders).toContainText(
    "Not scheduled yet. Reminders start after the invitation goes out or the link is opened.",
  );

  const recipient = await (await openBrowser(phone)).newPage();
  await recipient.goto(link);
  await signInWithCode(recipient, mailbox, anna);
  await expect(recipient.getByText("3 items left")).toBeVisible();
  for (const item of ["Payslips", "Lease"]) {
    await addFiles(recipient, item, [await pdf(`${item}.pdf`)]);
    await expectArrived(recipient, item, `${item}.pdf`);
  }

  await page.reload();
  await expect(reminders).toContainText(workingDay(inDays(13)));
  await page.getByRole("button", { name: "Accept Payslips" }).click();
  await page.getByRole("button", { name: "Return Lease" }).click();
  await page.getByLabel(/Why/).fill("Page 2 is cut off.");
  await page.getByRole("button", { name: "Return with this reason" }).click();
  await reminders.getByRole("button", { name: "Preview" }).click();
  const preview = page.getByRole("dialog", { name: "Next reminder" });
  await expect(preview).toContainText("Page 2 is cut off.");
  await inspectScreen(page, "preview", testInfo);
  await preview.getByRole("button", { name: "Close" }).click();

  await page.getByRole("button", { name: "Remind", exact: true }).click();
  await expect(page.getByText("Reminding 1 person")).toBeVisible();
  const seen = await mailbox.idsFor(anna);
  await deliverEmail();
  const reminder = await mailbox.nextEmail({ to: anna, seen });
  expect(reminder.subject).toMatch(/^2 items left for Tax return 2026, due /);
  expect(reminder.text).toMatch(/1\. Lease \(returned\)\s+“Page 2 is cut off\.”\s+2\. Passport \(missing\)/);
  expect(reminder.text).not.toContain("Payslips");
  await page.reload();
  await expect(reminders).toContainText("1 of 6 reminders sent");

  await recipient.reload();
  await recipient.getByRole("button", { name: "Say when" }).click();
  const dialog = recipient.getByRole("dialog", { name: "Need more time?" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Choose a day.")).toBeVisible();
  await dialog.getByLabel("I’ll have it by").fill("2040-01-01");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("That date can’t be saved.")).toBeVisible();
  await dialog.getByLabel("I’ll have it by").fill(inDays(30));
  await inspectScreen(recipient, "promise", testInfo);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(recipient.getByText("You’ll have the rest by")).toBeVisible();
  await inspectScreen(recipient, "promised", testInfo);
  await page.reload();
  await expect(page.getByRole("region", { name: "People" })).toContainText("Promised the rest by");
  await expect(reminders).toContainText(workingDay(inDays(31)));
  await inspectScreen(page, "reminders", testInfo);

  // The link in the email, without a session.
  const elsewhere = await (await openBrowser(phone)).newPage();
  await elsewhere.goto(linkIn(reminder.text, "/email/stop/"));
  await elsewhere.getByRole("button", { name: "Stop email" }).click();
  await expect(elsewhere.getByText("Email stopped")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("region", { name: "People" })).toContainText(
    "Doesn’t want email about this request.",
  );
  await expect(reminders).toContainText("We can’t email anyone here. Share the link yourself.");
  await recipient.reload();
  await recipient.getByRole("button", { name: "Get email again" }).click();
  await expect(recipient.getByRole("button", { name: "Change" })).toBeVisible();
});

test("a schedule is changed, paused and resumed", async ({ openBrowser, mailbox, newAddress }, testInfo) => {
  const page = await signUpInBrowser({
    context: await openBrowser(desk),
    mailbox,
    email: newAddress("nora"),
  });
  await sendRequestInBrowser(page, {
    title: "Tax return 2026",
    recipients: [newAddress("anna")],
    dueOn: "2031-11-27",
    items: ["Payslips"],
  });
  await page.getByRole("button", { name: "Edit schedule" }).click();
  const dialog = page.getByRole("dialog", { name: "Reminders" });
  await dialog.getByLabel("Before the due date").selectOption("7 and 2 days before");
  await dialog.getByLabel("At most").selectOption("4 reminders");
  await expect(
    dialog.getByText("7 and 2 days before the due date, then every 3 days after it. 4 at most."),
  ).toBeVisible();
  await inspectScreen(page, "schedule", testInfo);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("0 of 4 reminders sent.")).toBeVisible();
  const reminders = page.getByRole("region", { name: "Reminders" });
  await reminders.getByRole("button", { name: "Pause" }).click();
  await expect(reminders).toContainText("Paused.");
  await reminders.getByRole("button", { name: "Resume" }).click();
  await expect(page.getByText("Reminders resumed")).toBeVisible();
});

/** YYYY-MM-DD. */
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** A day, or the Monday after its weekend, as the page writes it: "Fri 26 Dec". */
function workingDay(day: string): string {
  const date = new Date(`${day}T12:00:00Z`);
  while ([0, 6].includes(date.getUTCDay())) date.setUTCDate(date.getUTCDate() + 1);
  const parts = { weekday: "short", day: "numeric", month: "short", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat("en-GB", parts).format(date).replace(",", "");
}
