import { scaled } from "@sheaf/testing/scaled";
import { deliverEmail } from "../fixtures/run-tasks.ts";
import { pdf } from "../fixtures/documents.ts";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectScreen, inspectWidths } from "../fixtures/inspect-screen.ts";
import { unfoldReminders } from "../fixtures/request-panel.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// A date that is too far away is refused.
test.use({ expectedBrowserErrors: /status of 422/ });
test.beforeEach(() => test.setTimeout(scaled(180_000)));

test("a reminder lists what is missing and why something came back; a date moves it, one click stops it, and its schedule changes", async ({
  seedSentRequest,
  openBrowser,
  mailbox,
}, testInfo) => {
  const {
    requesterPage: page,
    recipientPage: recipient,
    recipientEmail: anna,
    request,
  } = await seedSentRequest({ items: ["Payslips", "Lease", "Passport"] });
  const reminders = page.getByRole("region", { name: "Reminders" });
  await request.edit({ due_on: inDays(20) });
  for (const item of ["Payslips", "Lease"]) await request.add(item, await pdf(`${item}.pdf`));
  await request.accept("Payslips");
  await request.returnItem("Lease", "Page 2 is cut off.");

  await page.reload();
  await expect(reminders).toContainText(workingDay(inDays(13)));
  await unfoldReminders(page);
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
  await recipient.getByRole("button", { name: "I’ll have it by…" }).click();
  const dialog = recipient.getByRole("dialog", { name: "Need more time?" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Choose a day.")).toBeVisible();
  await dialog.getByLabel("I’ll have it by").fill("2040-01-01");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("That date can’t be saved.")).toBeVisible();
  await dialog.getByLabel("I’ll have it by").fill(inDays(30));
  await inspectWidths(recipient, "promise", testInfo);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(recipient.getByText("You’ll have the rest by")).toBeVisible();
  await page.reload();
  await expect(page.getByRole("region", { name: "People" })).toContainText("Promised the rest by");
  await expect(reminders).toContainText(workingDay(inDays(31)));
  await inspectWidths(page, "reminders", testInfo);

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

  await page.reload();
  await unfoldReminders(page);
  await page.getByRole("button", { name: "Edit schedule" }).click();
  const schedule = page.getByRole("dialog", { name: "Reminders" });
  await schedule.getByLabel("Before the due date").selectOption("7 and 2 days before");
  await schedule.getByLabel("At most").selectOption("4 reminders");
  await expect(
    schedule.getByText("7 and 2 days before the due date, then every 3 days after it. 4 at most."),
  ).toBeVisible();
  await inspectWidths(page, "schedule", testInfo);
  await schedule.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("1 of 4 reminders sent.")).toBeVisible();
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
