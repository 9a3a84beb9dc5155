import { itemRow } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { inspectScreen } from "../fixtures/inspect-screen.ts";
import { storeSession } from "../fixtures/stored-session.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("a recipient asks, hands over and looks at what they sent by thumb alone, on two devices", async ({
  seedSentRequest,
  openBrowser,
  signInByApi,
  newAddress,
}, testInfo) => {
  const {
    recipientPage: page,
    recipientEmail,
    request,
  } = await seedSentRequest({
    items: ["Payslips", "Lease", "Passport"],
    only: "recipient",
  });
  await page.getByRole("button", { name: "Ask a question about Payslips" }).tap();
  await page.getByLabel("Your question about “Payslips”").fill("October too?");
  await page.getByRole("button", { name: "Send question" }).tap();
  await expect(itemRow(page, "Payslips").getByText("October too?")).toBeVisible();
  await itemRow(page, "Payslips").locator("> summary").tap();

  // The reply is new on both devices, until it is read on one of them.
  await request.reply("Payslips", "October to December, please.");
  const elsewhere = await signInByApi({ name: "Anna", email: recipientEmail });
  const tabletContext = await openBrowser(phone);
  await storeSession(tabletContext, await elsewhere.session());
  const tablet = await tabletContext.newPage();
  await tablet.goto("/inbox");
  await expect(itemRow(page, "Payslips").getByText("1 unread question")).toBeVisible();
  await expect(tablet.getByText("1 unread question")).toBeVisible();
  await tablet.getByRole("link", { name: /Tax return 2026/ }).tap();
  await expect(tablet.getByText("October to December, please.")).toBeVisible();
  await expect(itemRow(page, "Payslips").getByText("1 unread question")).toHaveCount(0);
  await tablet.getByRole("button", { name: "Mark as resolved" }).tap();
  await tablet.goto("/inbox");
  await expect(tablet.getByRole("link", { name: /Tax return 2026/ })).toBeVisible();
  await expect(tablet.getByText("1 unread question")).toHaveCount(0);

  await itemRow(page, "Lease").locator("> summary").tap();
  await page.getByRole("button", { name: "Ask someone else for Lease" }).tap();
  const dialog = page.getByRole("dialog", { name: "Ask someone else" });
  await dialog.getByLabel("Email address").fill(newAddress("mats"));
  await dialog.getByRole("button", { name: "Send" }).tap();
  await expect(itemRow(page, "Lease").getByText(/was asked for this/)).toBeVisible();

  await itemRow(page, "Passport").locator("> summary").tap();
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose files for Passport" }).tap();
  await (await chooser).setFiles([await pdf("front.pdf")]);
  const file = page.getByRole("button", { name: /^front\.pdf/ });
  await expect(async () => {
    if (!(await file.isVisible())) await itemRow(page, "Passport").locator("> summary").tap();
    await expect(file).toBeVisible({ timeout: 1000 });
  }).toPass();
  await file.tap();
  const shown = page.getByRole("dialog", { name: "front.pdf" });
  await expect(shown.getByRole("region", { name: "Page 1 of 1" })).toBeVisible();
  await inspectScreen(page, "sent-file", testInfo);
  await shown.getByRole("button", { name: "Close" }).tap();
  await expect(shown).toHaveCount(0);

  for (const button of await page.getByRole("main").getByRole("button").all()) {
    if (!(await button.isVisible())) continue;
    const { height = 0 } = (await button.boundingBox()) ?? {};
    expect(height, (await button.textContent()) ?? "").toBeGreaterThanOrEqual(44);
  }
});
