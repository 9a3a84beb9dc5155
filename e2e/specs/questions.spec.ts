import { scaled } from "@sheaf/testing/scaled";
import { itemRow, toggleItem } from "../fixtures/checklist.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { tabTo } from "../fixtures/keyboard.ts";
import { expect, test } from "../fixtures/test.ts";

test("by keyboard alone a question goes back and forth, is unread everywhere until it is read, is resolved and reopened", async ({
  seedSentRequest,
}, testInfo) => {
  test.setTimeout(scaled(150_000));
  const { requesterPage, recipientPage } = await seedSentRequest({ items: ["Payslips", "Lease"] });
  // A page that shows the question would read it.
  const request = requesterPage.url();
  await requesterPage.goto("/requests");

  // The recipient asks.
  await tabTo(recipientPage, recipientPage.getByRole("button", { name: "Ask a question about Payslips" }));
  await recipientPage.keyboard.press("Enter");
  const asking = recipientPage.getByLabel("Your question about “Payslips”");
  await expect(asking).toBeFocused();
  await recipientPage.keyboard.insertText("October too? See https://pay.example/2026 or javascript:alert(1)");
  await inspectWidths(recipientPage, "asking", testInfo);
  await tabTo(recipientPage, recipientPage.getByRole("button", { name: "Send question" }));
  await recipientPage.keyboard.press("Enter");
  await expect(itemRow(recipientPage, "Payslips").getByText("October too?")).toBeVisible();
  await expect(recipientPage.getByRole("link", { name: "https://pay.example/2026" })).toBeVisible();
  await expect(recipientPage.getByRole("link", { name: /javascript/ })).toHaveCount(0);
  await toggleItem(recipientPage, "Payslips");

  // The list and the request tell the requester, until they have seen it.
  await expect(requesterPage.getByText("1 unread question")).toBeVisible();
  await inspectWidths(requesterPage, "list", testInfo);
  await requesterPage.goto(request);
  const thread = requesterPage.getByRole("group", { name: /^Question: October too\?/ });
  await expect(thread.getByText("New", { exact: true })).toBeVisible();
  await inspectWidths(requesterPage, "question", testInfo);

  // The requester replies, and adds a note.
  await tabTo(requesterPage, thread.getByRole("button", { name: "Reply" }));
  await requesterPage.keyboard.press("Enter");
  await expect(requesterPage.getByLabel("Your reply")).toBeFocused();
  await requesterPage.keyboard.type("October to December, please.");
  await requesterPage.keyboard.press("Control+Enter");
  await expect(thread.getByText("October to December, please.")).toBeVisible();
  const more = requesterPage.getByRole("button", { name: "More actions on Payslips" });
  await more.focus();
  await requesterPage.keyboard.press("Enter");
  const note = requesterPage.getByRole("menuitem", { name: "Add a note" });
  await expect(async () => {
    await requesterPage.keyboard.press("ArrowDown");
    await expect(note).toBeFocused({ timeout: 100 });
  }).toPass();
  await requesterPage.keyboard.press("Enter");
  await expect(requesterPage.getByLabel("Your note on “Payslips”")).toBeFocused();
  await requesterPage.keyboard.type("She changed jobs in October.");
  await requesterPage.keyboard.press("Control+Enter");
  await expect(requesterPage.getByRole("button", { name: /^Remove the note “She changed/ })).toBeVisible();
  await inspectWidths(requesterPage, "reply-and-note", testInfo);

  // The recipient is told, reads it folded and open, and resolves it. The note isn't there.
  await expect(itemRow(recipientPage, "Payslips").getByText("1 unread question")).toBeVisible();
  await recipientPage.goto("/inbox");
  await expect(recipientPage.getByText("1 unread question")).toBeVisible();
  await recipientPage.getByRole("link", { name: /Tax return 2026/ }).press("Enter");
  await expect(recipientPage.getByText("October to December, please.")).toBeVisible();
  await expect(recipientPage.getByText("She changed jobs in October.")).toHaveCount(0);
  await inspectWidths(recipientPage, "thread", testInfo);
  const asked = recipientPage.getByRole("group", { name: /^Question: October too\?/ });
  await tabTo(recipientPage, asked.getByRole("button", { name: "Mark as resolved" }));
  await recipientPage.keyboard.press("Enter");
  const resolved = asked.locator("summary");
  await expect(resolved).toHaveText(/^Resolved: October too\?/);
  await expect(requesterPage.getByText(/^Resolved: October too\?/)).toBeVisible();
  await expect(requesterPage.getByText("resolved a question about")).toBeVisible();
  await requesterPage.goto("/requests");
  await expect(requesterPage.getByRole("link", { name: "Tax return 2026" })).toBeVisible();
  await expect(requesterPage.getByText("1 unread question")).toHaveCount(0);

  // The recipient has one more thing to say.
  await tabTo(recipientPage, resolved);
  await recipientPage.keyboard.press("Enter");
  await tabTo(recipientPage, asked.getByRole("button", { name: "Reopen question" }));
  await recipientPage.keyboard.press("Enter");
  await expect(asked.getByRole("button", { name: "Mark as resolved" })).toBeVisible();
  await requesterPage.goto(request);
  await expect(requesterPage.getByRole("button", { name: "Mark as resolved" })).toBeVisible();
  await expect(requesterPage.getByText("reopened a question about")).toBeVisible();
});
