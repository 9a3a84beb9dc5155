import { draftItem } from "@sheaf/contract/request-draft";
import { scaled } from "@sheaf/testing/scaled";
import { pdf } from "../fixtures/documents.ts";
import { inspectScreen, inspectWidths } from "../fixtures/inspect-screen.ts";
import { test } from "../fixtures/on-any-day.ts";
import { expect } from "../fixtures/test.ts";

test("two of three files are reviewed, one of them is returned, and the rest is accepted as complete", async ({
  seedSentRequest,
  mailbox,
  post,
  siteUrl,
}, testInfo) => {
  test.setTimeout(scaled(120_000));
  const payslips = { ...draftItem("Payslips"), expected_files: 3 };
  const { requesterPage, recipientPage, request, recipientEmail } = await seedSentRequest({
    items: [payslips, "Lease"],
    siteUrl,
  });
  await request.add("Payslips", await pdf("October.pdf"), await pdf("November.pdf"));

  await recipientPage.reload();
  await expect(recipientPage.getByText("2 items left").first()).toBeVisible();
  await expect(recipientPage.getByText("2 of 3 files").first()).toBeVisible();
  await inspectScreen(recipientPage, "checklist", testInfo);

  await requesterPage.goto("/requests");
  await expect(requesterPage.getByText("1 to review (incomplete), 1 missing")).toBeVisible();
  await inspectWidths(requesterPage, "list", testInfo);
  await requesterPage.getByRole("link", { name: /Tax return 2026/ }).click();
  const item = requesterPage.getByRole("listitem").filter({ hasText: "Payslips" });
  await expect(item.getByText("2 of 3 files")).toBeVisible();
  await expect(item.getByText("1 more expected")).toBeVisible();
  await expect(requesterPage.getByRole("link", { name: /^Review 1/ })).toBeVisible();
  await inspectWidths(requesterPage, "request", testInfo);

  await requesterPage.keyboard.press("r");
  const review = requesterPage.getByRole("main");
  await expect(review.getByText("0 reviewed, 1 left")).toBeVisible();
  await expect(review.getByRole("button", { name: /^Accept as complete/ })).toBeVisible();
  await inspectWidths(requesterPage, "review", testInfo);
  await requesterPage.keyboard.press("x");
  await requesterPage.keyboard.type("This is another month.");
  await requesterPage.keyboard.press("ControlOrMeta+Enter");
  await requesterPage.keyboard.press("j");
  await requesterPage.keyboard.press("r");
  await expect(review.getByText(/Nothing left to review|Nothing else/)).toBeVisible();

  await request.add("Payslips", await pdf("December.pdf"));
  // The receipt and the email about the return.
  await post.deliver(new Date("2030-01-01T12:00:00Z"));
  const seen = await mailbox.idsFor(recipientEmail);
  await post.deliver(new Date("2031-11-20T12:00:00Z"));
  const reminder = await mailbox.nextEmail({ to: recipientEmail, seen });
  expect(reminder.subject).toMatch(/^2 items left for Tax return 2026/);
  expect(reminder.text).toContain("Payslips (2 of 3 files)");

  await requesterPage.goto(`/requests/${request.id}`);
  await requesterPage.getByRole("button", { name: "Accept as complete: Payslips" }).click();
  await expect(item.getByText("Accepted", { exact: true }).first()).toBeVisible();
});
