import { scaled } from "@sheaf/testing/scaled";
import { addFiles, expectArrived, itemRow } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { runTasks } from "../fixtures/run-tasks.ts";
import { expect } from "../fixtures/test.ts";
import { test } from "../fixtures/with-data-folder.ts";

test.beforeEach(() => test.setTimeout(scaled(180_000)));

test("a file is being checked, then verified, and damaged if its bytes were exchanged on the disk", async ({
  seedSentRequest,
  mailbox,
  newAddress,
  ownPlatform,
  dataFolder,
  post,
  siteUrl,
}, testInfo) => {
  const nora = newAddress("nora");
  const { requesterPage, recipientPage } = await seedSentRequest({
    items: ["Payslips", "Passport"],
    siteUrl,
  });
  const check = () => runTasks(["checksums"], { siteUrl, platformUrl: ownPlatform.url });
  const received = itemRow(recipientPage, "Payslips").getByRole("listitem").filter({ hasText: "march.pdf" });
  const fileOf = (item: string, name: string) =>
    requesterPage
      .locator("[id^=item-]")
      .filter({ hasText: item })
      .getByRole("listitem")
      .filter({ hasText: name });
  const asked = fileOf("Payslips", "march.pdf");

  await addFiles(recipientPage, "Payslips", [await pdf("march.pdf")]);
  await expectArrived(recipientPage, "Payslips", "march.pdf");
  await expect(received).toContainText("checking…");
  await expect(asked).toContainText("Checking…");

  // Both pages show it without a reload.
  await check();
  await expect(received).toContainText("verified");
  await expect(asked).toContainText("Verified");
  await inspectWidths(requesterPage, "verified", testInfo);
  await inspectWidths(recipientPage, "verified-link", testInfo);

  await addFiles(recipientPage, "Passport", [await pdf("passport.pdf")]);
  await expectArrived(recipientPage, "Passport", "passport.pdf");
  await dataFolder.damageDocuments();
  await check();
  const passport = itemRow(recipientPage, "Passport").getByRole("listitem");
  await expect(passport.filter({ hasText: "passport.pdf" })).toContainText("Please send this file again.");
  const damaged = fileOf("Passport", "passport.pdf");
  await expect(damaged).toContainText("Damaged. Ask for it again.");
  await expect(requesterPage.getByText("found a damaged file: passport.pdf")).toBeVisible();
  // It was checked before its bytes were exchanged.
  await expect(asked).toContainText("Verified");
  await inspectWidths(requesterPage, "damaged", testInfo);
  await inspectWidths(recipientPage, "damaged-link", testInfo);

  const seen = await mailbox.idsFor(nora);
  await post.deliver(new Date(Date.now() + 2 * 60_000));
  const email = await mailbox.nextEmail({ to: nora, seen });
  expect(email.subject).toBe("A file is damaged: Tax return 2026");
  expect(email.text).toContain("passport.pdf");
  await requesterPage.goto(linkIn(email.text, "/requests/"));
  await expect(damaged).toContainText("Damaged");
});
