import { itemRow } from "../fixtures/checklist.ts";
import { storeSession } from "../fixtures/stored-session.ts";
import { expect, phone, test } from "../fixtures/test.ts";

test("a recipient asks and reads the reply by thumb alone, on two devices", async ({
  seedSentRequest,
  openBrowser,
  signInByApi,
}) => {
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
  // It is said at the top, where it covers nothing that is pressed next.
  const said = await page.getByText("Your question about “Payslips” was sent.").boundingBox();
  expect((said?.y ?? Infinity) + (said?.height ?? 0)).toBeLessThan(120);
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

  for (const item of ["Lease", "Passport"]) await itemRow(page, item).locator("> summary").tap();
  for (const button of await page.getByRole("main").getByRole("button").all()) {
    if (!(await button.isVisible())) continue;
    const { height = 0 } = (await button.boundingBox()) ?? {};
    expect(height, (await button.textContent()) ?? "").toBeGreaterThanOrEqual(44);
  }
});
