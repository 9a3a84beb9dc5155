import { scaled } from "@sheaf/testing/scaled";
import { deliverEmail } from "../fixtures/run-tasks.ts";
import { linkIn } from "../fixtures/email-links.ts";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { signInWithCode } from "../fixtures/sign-in.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test.use({ expectedBrowserErrors: /status of 409/ });
test.beforeEach(() => test.setTimeout(scaled(120_000)));

test("a new requester begins with an example, sees it as a recipient will, and tries it", async ({
  openBrowser,
  seedRequester,
  mailbox,
  newAddress,
}, testInfo) => {
  const { page, email } = await seedRequester();
  await page.goto("/requests/new");
  await page.getByRole("button", { name: "Add from template" }).click();
  const picker = page.getByRole("dialog", { name: "Add from template" });
  await picker.getByRole("button", { name: "Add examples" }).click();
  await picker.getByRole("radio", { name: /^Tenant check/ }).check({ force: true });
  await picker.getByRole("button", { name: "Add items" }).click();

  const preview = page.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Tenant check");
  await expect(preview.getByRole("listitem")).toHaveCount(6);
  await page.getByLabel("Title", { exact: true }).fill("Flat 3, 12 High Street");
  await page.getByLabel("Message").fill("Everything we need before the viewing.");
  await expect(preview).toContainText("Flat 3, 12 High Street");
  await expect(preview).toContainText("“Everything we need before the viewing.”");
  await inspectWidths(page, "preview", testInfo);

  await page.getByText("Send yourself a test").click();
  const address = page.getByLabel("Your other address");
  await address.fill("nora");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Check the address: it needs a name, an @ and a domain.")).toBeVisible();
  await address.fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByText("One of the addresses belongs to a member of your workspace.")).toBeVisible();
  const other = newAddress("nora-at-home");
  await address.fill(other);
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.getByText(`“Test: Flat 3, 12 High Street” is on its way to ${other}.`)).toBeVisible();
  await inspectWidths(page, "tested", testInfo);

  await deliverEmail();
  const invitation = await mailbox.nextEmail({ to: other });
  expect(invitation.subject).toContain("Test: Flat 3, 12 High Street");
  const recipient = await (await openBrowser(phone)).newPage();
  await recipient.goto(linkIn(invitation.text, "/r/"));
  await signInWithCode(recipient, mailbox, other);
  await expect(recipient.getByRole("heading", { name: "Test: Flat 3, 12 High Street" })).toBeVisible();

  // The test says what it is, and nothing of it stays in the draft.
  await page.getByRole("link", { name: "Open the test" }).click();
  await expect(page.getByText(/^This is a test\. It isn’t listed or counted/)).toBeVisible();
  await page.goto("/requests?filter=drafts");
  await expect(page.getByRole("link", { name: "Flat 3, 12 High Street", exact: true })).toBeVisible();
});
