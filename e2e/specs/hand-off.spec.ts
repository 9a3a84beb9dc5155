import { scaled } from "@sheaf/testing/scaled";
import { addFiles, expectArrived, itemRow } from "../fixtures/checklist.ts";
import { deliverEmail } from "../fixtures/run-tasks.ts";
import { pdf } from "../fixtures/documents.ts";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { tabTo } from "../fixtures/keyboard.ts";
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

  // By keyboard, the recipient asks someone else for the lease.
  const { keyboard } = recipientPage;
  await itemRow(recipientPage, "Lease").locator("> summary").press("Enter");
  const handOff = recipientPage.getByRole("button", { name: "Ask someone else for Lease" });
  await tabTo(recipientPage, handOff);
  await keyboard.press("Enter");
  const dialog = recipientPage.getByRole("dialog", { name: "Ask someone else" });
  await expect(dialog.getByLabel("Email address")).toBeFocused();
  await keyboard.insertText(newAddress("anna"));
  await keyboard.press("Enter");
  await expect(dialog.getByText("That’s your own address.")).toBeVisible();
  await dialog.getByLabel("Email address").fill(mats);
  await tabTo(recipientPage, dialog.getByLabel("Name"));
  await keyboard.insertText("Mats Lind");
  await inspectWidths(recipientPage, "asking", testInfo);
  await keyboard.press("Enter");
  await expect(itemRow(recipientPage, "Lease").getByText("Mats Lind was asked for this.")).toBeVisible();

  // Mats opens the link, proves his address, and sees only the lease.
  await deliverEmail();
  const invitation = await mailbox.nextEmail({ to: mats });
  expect(invitation.subject).toMatch(/asks you for 1 item: Tax return 2026$/);
  expect(invitation.text).toContain("Nora Okafor of Okafor & Lind asked ");
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

  // Both sides see who has it and what he sent.
  await requesterPage.reload();
  await expect(requesterPage.getByText(/^Mats Lind was asked for this by anna/)).toBeVisible();
  await expect(requesterPage.getByRole("region", { name: "People" })).toContainText("Mats Lind");
  await expect(requesterPage.getByText("asked Mats Lind for")).toBeVisible();
  await expectArrived(recipientPage, "Lease", "Lease.pdf");

  // Removed, he can open nothing of it.
  await recipientPage.getByRole("button", { name: "Remove Mats Lind from Lease" }).press("Enter");
  const removing = recipientPage.getByRole("dialog", { name: "Remove Mats Lind from Lease?" });
  await tabTo(recipientPage, removing.getByRole("button", { name: "Remove" }));
  await keyboard.press("Enter");
  await expect(handOff).toBeVisible();
  await helper.reload();
  await expect(helper.getByText("Tax return 2026")).toHaveCount(0);
  await helper.goto(linkIn(invitation.text, "/r/"));
  await expect(helper.getByRole("heading", { name: "This was sent to another address" })).toBeVisible();

  // The requester asks someone else, too.
  await requesterPage.getByRole("button", { name: "More actions on Passport" }).click();
  await requesterPage.getByRole("menuitem", { name: "Ask someone else for this" }).press("Enter");
  const asking = requesterPage.getByRole("dialog", { name: "Ask someone else" });
  await expect(asking.getByLabel("Email address")).toBeFocused();
  await requesterPage.keyboard.insertText(newAddress("joel"));
  await requesterPage.keyboard.press("Enter");
  await expect(asking).toHaveCount(0);
  await expect(requesterPage.getByText(/^joel.* was asked for this/)).toBeVisible();
});
