import { scaled } from "@sheaf/testing/scaled";
import { addFiles, expectArrived, itemRow, toggleItem } from "../fixtures/checklist.ts";
import { deliverEmail } from "../fixtures/run-tasks.ts";
import { pdf } from "../fixtures/documents.ts";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { signInWithCode } from "../fixtures/sign-in.ts";
import { expect, phone, test } from "../fixtures/test.ts";

// One’s own address is refused, and the link after he was removed.
test.use({ expectedBrowserErrors: /status of (?:404|422)/ });
test.beforeEach(() => test.setTimeout(scaled(180_000)));

test("a helper answers one item, sees nothing more, and loses access once removed", async ({
  openBrowser,
  seedSentRequest,
  mailbox,
  newAddress,
}, testInfo) => {
  const mats = newAddress("mats");
  const { requesterPage, recipientPage } = await seedSentRequest({
    items: ["Payslips", "Lease", "Passport"],
  });

  // The recipient asks someone else for the lease.
  await toggleItem(recipientPage, "Lease");
  await recipientPage.getByRole("button", { name: "Ask someone else for Lease" }).click();
  const dialog = recipientPage.getByRole("dialog", { name: "Ask someone else" });
  await expect(dialog.getByLabel("Email address")).toBeFocused();
  await dialog.getByLabel("Email address").fill("mats");
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByLabel("Email address")).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel("Email address").fill(newAddress("anna"));
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(dialog.getByText("That’s your own address.")).toBeVisible();
  await dialog.getByLabel("Email address").fill(mats);
  await dialog.getByLabel("Name").fill("Mats Lind");
  await inspectWidths(recipientPage, "asking", testInfo);
  await dialog.getByRole("button", { name: "Send" }).click();
  await expect(itemRow(recipientPage, "Lease").getByText("Mats Lind was asked for this.")).toBeVisible();
  await inspectWidths(recipientPage, "handed", testInfo);

  // Mats opens the link, proves his address, and sees only the lease.
  await deliverEmail();
  const invitation = await mailbox.nextEmail({ to: mats });
  expect(invitation.subject).toMatch(/asks you for 1 item: Tax return 2026$/);
  expect(invitation.text).toContain("asked you for this.");
  expect(invitation.text).not.toContain("Passport");
  const helper = await (await openBrowser(phone)).newPage();
  await helper.goto(linkIn(invitation.text, "/r/"));
  await signInWithCode(helper, mailbox, mats);
  await expect(helper.getByText("1 item left")).toBeVisible();
  await expect(helper.getByText(/asked you for this item from a longer request\.$/)).toBeVisible();
  await expect(helper.getByText("Passport")).toHaveCount(0);
  await expect(helper.getByRole("button", { name: /^Ask someone else/ })).toHaveCount(0);
  await inspectWidths(helper, "helper", testInfo);
  await addFiles(helper, "Lease", [await pdf("Lease.pdf")]);
  await expectArrived(helper, "Lease", "Lease.pdf");
  await inspectWidths(helper, "helper-done", testInfo);
  await helper.goto("/inbox");
  await expect(helper.getByRole("link", { name: /Tax return 2026/ })).toBeVisible();

  // Both sides see who has it and what he sent.
  await requesterPage.reload();
  await expect(requesterPage.getByText(/^Mats Lind was asked for this by anna/)).toBeVisible();
  await expect(requesterPage.getByRole("region", { name: "People" })).toContainText("Mats Lind");
  await expect(requesterPage.getByText("asked Mats Lind for")).toBeVisible();
  await inspectWidths(requesterPage, "request", testInfo);
  await expectArrived(recipientPage, "Lease", "Lease.pdf");

  // Removed, he can open nothing of it.
  await recipientPage.getByRole("button", { name: "Remove Mats Lind from Lease" }).click();
  await recipientPage
    .getByRole("dialog", { name: "Remove Mats Lind from Lease?" })
    .getByRole("button", { name: "Remove" })
    .click();
  await expect(recipientPage.getByRole("button", { name: "Ask someone else for Lease" })).toBeVisible();
  await helper.reload();
  await expect(helper.getByText("Tax return 2026")).toHaveCount(0);
  await helper.goto(linkIn(invitation.text, "/r/"));
  await expect(helper.getByRole("heading", { name: "This was sent to another address" })).toBeVisible();
});
