import { test } from "../fixtures/behind-unreliable-network.ts";
import { describeError } from "@sheaf/contract/errors/describe-error";
import { addFiles, expectArrived, expectUploadProblem } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { expect } from "../fixtures/test.ts";

// Before resending, the page asks whether the bytes arrived; the service answers 409 because they did not.
test.use({ expectedBrowserErrors: /net::ERR_|409 .*finish_upload/ });

test("an upload that loses its connection reports it, resumes on retry, and arrives once", async ({
  seedSentRequest,
  unreliableSite: { network, siteUrl },
}) => {
  const { requesterPage, recipientPage } = await seedSentRequest({ items: ["Passport"], siteUrl });

  network.holdAfter(2 * 1024 * 1024);
  await addFiles(recipientPage, "Passport", [await pdf("passport.pdf", { padding: 8 * 1024 * 1024 })]);
  const progress = recipientPage.getByRole("progressbar", { name: "Progress of passport.pdf" });
  await expect.poll(async () => Number(await progress.getAttribute("value"))).toBeGreaterThan(0.05);
  network.cut();
  await expectUploadProblem(recipientPage, "Passport", describeError("upload.interrupted").what);
  await expect(recipientPage.getByText("1 item left")).toBeVisible();

  network.restore();
  await recipientPage.getByRole("button", { name: "Try again: passport.pdf" }).click();
  await expectArrived(recipientPage, "Passport", "passport.pdf");
  await expect(recipientPage.getByRole("heading", { name: "You’re done" })).toBeVisible();
  await expect(requesterPage.getByRole("link", { name: "passport.pdf", exact: true })).toHaveCount(1);
});
