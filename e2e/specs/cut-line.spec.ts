import { test } from "../fixtures/behind-line.ts";
import { describeError } from "@sheaf/contract/errors/describe-error";
import { addFiles, expectArrived, expectRefused } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { expect } from "../fixtures/test.ts";

// The page asks whether the bytes arrived before it sends them again; they did not.
test.use({ expectedTrouble: /net::ERR_|409 .*finish_upload/ });

test("a file whose line was cut in the middle says so, goes on once the line is back, and arrives once", async ({
  ask,
  behind: { line, siteUrl },
}) => {
  const { office, mobile } = await ask({ lines: ["Passport"], siteUrl });

  line.holdAfter(2 * 1024 * 1024);
  await addFiles(mobile, "Passport", [await pdf("passport.pdf", { padding: 20 * 1024 * 1024 })]);
  const progress = mobile.getByRole("progressbar", { name: "Progress of passport.pdf" });
  await expect.poll(async () => Number(await progress.getAttribute("value"))).toBeGreaterThan(0.05);
  line.cut();
  await expectRefused(mobile, "Passport", describeError("upload.interrupted").what);
  await expect(mobile.getByText("1 thing left")).toBeVisible();

  line.mend();
  await mobile.getByRole("button", { name: "Try again: passport.pdf" }).click();
  await expectArrived(mobile, "Passport", "passport.pdf");
  await expect(mobile.getByText("Nothing is missing")).toBeVisible();
  await expect(office.getByRole("button", { name: "passport.pdf", exact: true })).toHaveCount(1);
});
