import { scaled } from "@sheaf/testing/scaled";
import { inspectScreen } from "../fixtures/inspect-screen.ts";
import { test } from "../fixtures/on-any-day.ts";
import { signInWithCode } from "../fixtures/sign-in.ts";
import { desk, expect, phone } from "../fixtures/test.ts";
import { pasteLines } from "../fixtures/write-request.ts";

test.beforeEach(() => test.setTimeout(scaled(180_000)));

test("an address that refuses email is corrected, and the invitation goes to the right one, who reports it", async ({
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
  await page.getByLabel("Recipients").fill(wrong);
  await page.keyboard.press("Enter");
  await pasteLines(page, ["Payslips"]);
  await page.getByRole("button", { name: "Send request" }).click();
  const people = page.getByRole("region", { name: "People" });
  await expect(people).toContainText("Invitation on its way");

  await post.deliver();
  await expect(people).toContainText("We can’t email this address. Correct it, or share the link yourself.");
  await expect(page.getByRole("region", { name: "Activity" })).toContainText(`couldn’t email ${wrong}`);
  await inspectScreen(page, "refused", testInfo);

  await people.getByRole("button", { name: /^Options for/ }).click();
  await page.getByRole("menuitem", { name: "Correct address" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email").fill(right);
  await dialog.getByRole("button", { name: /^(Save|Correct)/ }).click();
  await expect(people).toContainText("Invitation on its way");
  await post.deliver();
  const invitation = await mailbox.nextEmail({ to: right });
  expect(invitation.subject).toBe("Nora Okafor asks you for 1 item: Tax return 2026");
  await expect(people).toContainText("Invited, hasn’t opened it");
  expect(await mailbox.idsFor(wrong)).toEqual([]);

  const recipient = await (await openBrowser(phone)).newPage();
  await recipient.goto(/\S+#report/.exec(invitation.text)?.[0] ?? "");
  await signInWithCode(recipient, mailbox, right);
  const question = recipient.getByRole("dialog", { name: "Report this request?" });
  await question.getByLabel(/What is wrong/).fill("They ask for my PIN.");
  await inspectScreen(recipient, "report", testInfo);
  await question.getByRole("button", { name: "Report", exact: true }).click();
  await expect(recipient.getByText(/^You reported this request/)).toBeVisible();
  await expect(recipient.getByText("1 item left")).toBeVisible();
  await inspectScreen(recipient, "reported", testInfo);
});
