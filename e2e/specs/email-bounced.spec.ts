import { scaled } from "@sheaf/testing/scaled";
import { addFiles, expectArrived } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { test } from "../fixtures/on-any-day.ts";
import { signInWithCode } from "../fixtures/sign-in.ts";
import { desk, expect, phone } from "../fixtures/test.ts";
import { pasteLines } from "../fixtures/write-request.ts";

test.beforeEach(() => test.setTimeout(scaled(180_000)));

test("an address that refuses email is listed and corrected; the right one is invited, reports, sends a file and gets a receipt", async ({
  openBrowser,
  seedRequester,
  mailbox,
  post,
  siteUrl,
  newAddress,
}, testInfo) => {
  const wrong = newAddress("wrong");
  const right = newAddress("anna");
  const { page } = await seedRequester({ device: { ...desk, baseURL: siteUrl } });
  await page.goto("/requests/new");
  await page.getByLabel("Title", { exact: true }).fill("Tax return 2026");
  await page.getByLabel("Recipients").fill(`Anna Duarte <${wrong}>`);
  await page.keyboard.press("Enter");
  await pasteLines(page, ["Payslips"]);
  await page.getByRole("button", { name: "Send request" }).click();
  const people = page.getByRole("region", { name: "People" });
  await expect(people).toContainText("Invitation on its way");

  await post.deliver();
  await expect(people).toContainText("We can’t email this address. Correct it, or share the link yourself.");
  await expect(page.getByRole("region", { name: "Activity" })).toContainText("couldn’t email Anna Duarte");
  await inspectWidths(page, "refused", testInfo);
  await page.goto("/people?tab=unreached");
  const anna = page.getByRole("article", { name: "Anna Duarte", exact: true });
  await expect(anna).toContainText("Can’t receive email since");
  await expect(anna).toContainText("Invitation not delivered");
  await inspectWidths(page, "unreached", testInfo);
  await anna.getByRole("link", { name: "Correct address" }).click();

  await people.getByRole("button", { name: "Options for Anna Duarte" }).click();
  await page.getByRole("menuitem", { name: "Correct address" }).click();
  const dialog = page.getByRole("dialog", { name: "Correct recipient" });
  await dialog.getByLabel("Email").fill(right);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(people).toContainText("Invitation on its way");
  await post.deliver();
  const invitation = await mailbox.nextEmail({ to: right });
  expect(invitation.subject).toBe("Nora Okafor asks you for 1 item: Tax return 2026");
  await expect(people).toContainText("Invited, not opened yet");
  expect(await mailbox.idsFor(wrong)).toEqual([]);

  const recipient = await (await openBrowser(phone)).newPage();
  await recipient.goto(/\S+#report/.exec(invitation.text)?.[0] ?? "");
  await signInWithCode(recipient, mailbox, right);
  const question = recipient.getByRole("dialog", { name: "Report this request?" });
  await question.getByLabel(/What is wrong/).fill("They ask for my PIN.");
  await inspectWidths(recipient, "report", testInfo);
  await question.getByRole("button", { name: "Report", exact: true }).click();
  await expect(recipient.getByText(/^You reported this request/)).toBeVisible();
  await expect(recipient.getByText("1 item left")).toBeVisible();
  await inspectWidths(recipient, "reported", testInfo);

  await addFiles(recipient, "Payslips", [await pdf("Payslips.pdf")]);
  await expectArrived(recipient, "Payslips", "Payslips.pdf");
  const seen = await mailbox.idsFor(right);
  await post.deliver();
  const receipt = await mailbox.nextEmail({ to: right, seen });
  expect(receipt.subject).toBe("You’re done: Tax return 2026");
  expect(receipt.text).toContain("Payslips.pdf");
});
