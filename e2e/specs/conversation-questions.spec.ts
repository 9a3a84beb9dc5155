import { scaled } from "@sheaf/testing/scaled";
import { itemRow, toggleItem } from "../fixtures/checklist.ts";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { test } from "../fixtures/on-any-day.ts";
import { expect } from "../fixtures/test.ts";

test.beforeEach(() => test.setTimeout(scaled(180_000)));

const minutes = (count: number) => new Date(Date.now() + count * 60_000);

test("a question goes back and forth, is unread everywhere until it is read, is resolved and reopened", async ({
  seedSentRequest,
  mailbox,
  post,
  siteUrl,
  newAddress,
}, testInfo) => {
  const nora = newAddress("nora");
  const anna = newAddress("anna");
  const { requesterPage, recipientPage } = await seedSentRequest({
    items: ["Payslips", "Lease", "Passport"],
    siteUrl,
  });
  await post.deliver(minutes(0));
  // A page that shows the question would read it.
  const request = requesterPage.url();
  await requesterPage.goto("/settings/email");

  // The recipient asks.
  let seen = await mailbox.idsFor(nora);
  await recipientPage.getByRole("button", { name: "Ask a question about Payslips" }).click();
  const asking = recipientPage.getByLabel("Your question about “Payslips”");
  await expect(asking).toBeFocused();
  await recipientPage.getByRole("button", { name: "Send question" }).click();
  await expect(recipientPage.getByText("Write something first.")).toBeVisible();
  await asking.fill("October too? See https://pay.example/2026 or javascript:alert(1)");
  await inspectWidths(recipientPage, "asking", testInfo);
  await asking.press("Control+Enter");
  await expect(itemRow(recipientPage, "Payslips").getByText("October too?")).toBeVisible();
  await expect(recipientPage.getByRole("link", { name: "https://pay.example/2026" })).toBeVisible();
  await expect(recipientPage.getByRole("link", { name: /javascript/ })).toHaveCount(0);

  await toggleItem(recipientPage, "Payslips");

  // The list, the email and the request tell the requester, until they have seen it.
  await requesterPage.goto("/requests");
  await expect(requesterPage.getByText("1 unread question")).toBeVisible();
  await inspectWidths(requesterPage, "list", testInfo);
  await post.deliver(minutes(11));
  const arrived = await mailbox.nextEmail({ to: nora, seen });
  expect(arrived.subject).toMatch(/sent 1 message: Tax return 2026$/);
  expect(arrived.text).toContain("October too?");
  await requesterPage.goto(linkIn(arrived.text, "/requests/"));
  const thread = requesterPage.getByRole("group", { name: /^Question: October too\?/ });
  await expect(thread.getByText("New", { exact: true })).toBeVisible();
  await inspectWidths(requesterPage, "question", testInfo);
  await expect(async () => {
    await requesterPage.goto("/requests");
    await expect(requesterPage.getByRole("link", { name: "Tax return 2026" })).toBeVisible();
    await expect(requesterPage.getByText("1 unread question")).toHaveCount(0, { timeout: scaled(1000) });
  }).toPass();

  // The requester replies, and adds a note.
  seen = await mailbox.idsFor(anna);
  await requesterPage.goto(request);
  await thread.getByRole("button", { name: "Reply" }).click();
  await requesterPage.getByLabel("Your reply").fill("October to December, please.");
  await thread.getByRole("button", { name: "Reply" }).click();
  await expect(thread.getByText("October to December, please.")).toBeVisible();
  await requesterPage.getByRole("button", { name: "More actions on Payslips" }).click();
  await requesterPage.getByRole("menuitem", { name: "Add a note" }).click();
  await requesterPage.getByLabel("Your note on “Payslips”").fill("She changed jobs in October.");
  await requesterPage.getByRole("button", { name: "Add note" }).click();
  await expect(requesterPage.getByRole("button", { name: /^Remove the note “She changed/ })).toBeVisible();
  await inspectWidths(requesterPage, "reply-and-note", testInfo);

  // The recipient is told, reads it folded and open, and resolves it. The note isn't there.
  await expect(itemRow(recipientPage, "Payslips").getByText("1 unread question")).toBeVisible();
  await inspectWidths(recipientPage, "unread", testInfo);
  // The email clock is at the last delivery, and a message waits for ten minutes.
  await post.deliver(minutes(22));
  const asked = await mailbox.nextEmail({ to: anna, seen });
  expect(asked.subject).toBe("1 new message: Tax return 2026");
  expect(asked.text).toContain("October to December, please.");
  expect(asked.text).not.toContain("changed jobs");
  await recipientPage.goto("/inbox");
  await expect(recipientPage.getByText("1 unread question")).toBeVisible();
  await inspectWidths(recipientPage, "inbox", testInfo);
  await recipientPage.getByRole("link", { name: /Tax return 2026/ }).click();
  await expect(recipientPage.getByText("October to December, please.")).toBeVisible();
  await expect(recipientPage.getByText("She changed jobs in October.")).toHaveCount(0);
  await inspectWidths(recipientPage, "thread", testInfo);
  await recipientPage.getByRole("button", { name: "Mark as resolved" }).click();
  await expect(recipientPage.getByText(/^Resolved: October too\?/)).toBeVisible();
  await expect(requesterPage.getByText(/^Resolved: October too\?/)).toBeVisible();
  await expect(requesterPage.getByText("resolved a question about")).toBeVisible();

  // The requester has one more thing to say.
  await requesterPage.getByText(/^Resolved: October too\?/).click();
  await inspectWidths(requesterPage, "resolved", testInfo);
  await requesterPage.getByRole("button", { name: "Reopen question" }).click();
  for (const page of [requesterPage, recipientPage])
    await expect(page.getByRole("button", { name: "Mark as resolved" })).toBeVisible();
  await expect(requesterPage.getByText("reopened a question about")).toBeVisible();
});
