import { scaled } from "@sheaf/testing/scaled";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { test } from "../fixtures/on-any-day.ts";
import { signInWithCode } from "../fixtures/sign-in.ts";
import { unfoldSettings } from "../fixtures/request-panel.ts";
import { expect, phone } from "../fixtures/test.ts";

// A date that is too far away is refused.
test.use({ expectedBrowserErrors: /status of 422/ });
test.beforeEach(() => test.setTimeout(scaled(240_000)));

const at = (day: string, hour = "08:00") => new Date(`${day}T${hour}:00Z`);
const plusDays = (day: string, days: number) =>
  new Date(at(day).getTime() + days * 24 * 3_600_000).toISOString().slice(0, 10);
const named = (day: string) =>
  new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" }).format(at(day));

test("a request repeats every month; its sender is told before, skips one and stops it", async ({
  openBrowser,
  seedSentRequest,
  mailbox,
  newAddress,
  post,
  siteUrl,
}, testInfo) => {
  const [nora, ana] = [newAddress("nora"), newAddress("anna")];
  const { requesterPage: page, request } = await seedSentRequest({
    items: ["Statement", "Receipts"],
    siteUrl,
    only: "requester",
  });
  await request.edit({ title: "Bank statements" });
  await page.reload();

  const menu = page.getByRole("button", { name: "More", exact: true });
  const dialog = page.getByRole("dialog", { name: "Repeat this request" });
  const card = page.getByRole("region", { name: "Repeats" });
  const openDialog = async () => {
    await menu.click();
    await page.getByRole("menuitem", { name: "Repeat", exact: true }).click();
    await expect(dialog.getByLabel("How often")).toBeVisible();
  };
  await openDialog();
  await expect(dialog).toContainText(ana);
  await inspectWidths(page, "dialog", testInfo);
  await dialog.getByLabel("Next on", { exact: true }).fill("2040-01-01");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("It can’t be sent again on that day.")).toBeVisible();
  await dialog.getByLabel("How often").selectOption("Every year");
  await dialog.getByLabel("How often").selectOption("Every month");
  const first = await dialog.getByLabel("Next on", { exact: true }).inputValue();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();
  await expect(menu).toBeFocused();
  await unfoldSettings(page);
  await expect(card).toContainText("Every month, next on");
  await expect(card).toContainText(named(first));
  await card.scrollIntoViewIfNeeded();
  await inspectWidths(page, "set", testInfo);

  let seen = await mailbox.idsFor(nora);
  await post.deliver(at(plusDays(first, -1)));
  const notice = await mailbox.nextEmail({ to: nora, seen });
  expect(notice.subject).toMatch(/^Goes out again .+: Bank statements$/);
  await page.goto(linkIn(notice.text, "/requests/"));

  seen = await mailbox.idsFor(ana);
  await post.deliver(at(first));
  const invitation = await mailbox.nextEmail({ to: ana, seen });
  expect(invitation.subject).toMatch(/asks you for 2 items: Bank statements$/);
  const recipient = await (await openBrowser(phone)).newPage();
  await recipient.goto(linkIn(invitation.text, "/r/"));
  await signInWithCode(recipient, mailbox, ana);
  await expect(recipient.getByText("2 items left")).toBeVisible();

  // The page of the first one leads to the newest.
  await page.reload();
  await unfoldSettings(page);
  await expect(card).toContainText("This was sent again.");
  await card.getByRole("link", { name: "Open the newest one" }).click();
  await expect(page.getByText(/ · every month$/)).toBeVisible();
  await unfoldSettings(page);
  await expect(card).toContainText("Every month, next on");
  await expect(page.getByText("had this sent as a repeat")).toBeVisible();
  const second = await card.locator("p").first().textContent();
  await card.getByRole("button", { name: "Skip this one" }).click();
  await expect(page.getByText("Nothing is sent on")).toBeVisible();
  await expect(card.locator("p").first()).not.toHaveText(second ?? "");
  await expect(page.getByText("skipped the next repeat")).toBeVisible();
  // By then the skipped day has passed.
  await post.deliver(at(plusDays(first, 35)));
  await page.goto("/requests");
  await expect(page.getByRole("article").filter({ hasText: "Bank statements" })).toHaveCount(2);
  await page.goBack();

  await openDialog();
  await dialog.getByRole("button", { name: "Stop repeating" }).click();
  await expect(card).toBeHidden();
  await expect(page.getByText("stopped repeating the request")).toBeVisible();
  await expect(menu).toBeFocused();
});
