import { inspectScreen } from "../fixtures/inspect-screen.ts";
import { signInWithCode } from "../fixtures/sign-in.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

// An ended session is refused, and a request that is made offline fails.
test.use({ expectedBrowserErrors: /status of 40[0139] |ERR_INTERNET_DISCONNECTED/ });

test("what is typed when the session ends is there after signing in again", async ({
  seedRequester,
  openBrowser,
  mailbox,
}, testInfo) => {
  const { page, email } = await seedRequester();
  const phonePage = await (await openBrowser(phone)).newPage();
  await phonePage.goto("/sign-in?next=/settings/security");
  await signInWithCode(phonePage, mailbox, email);
  // A page that is opened asks once if its session is still valid, and would leave before anything is typed.
  const checked = page.waitForResponse(/\/auth\/v1\/user/);
  await page.goto("/requests/new");
  await expect(page.getByLabel("Title", { exact: true })).toBeVisible();
  await checked;
  await phonePage.getByRole("button", { name: "Sign out everywhere" }).click();
  await phonePage.getByRole("dialog").getByRole("button", { name: "Sign out everywhere" }).click();
  await expect(phonePage.getByText("You’re signed out on this device.", { exact: true })).toBeVisible();

  await page.getByLabel("Title", { exact: true }).fill("Tax return 2026");
  await page.getByLabel("Add an item").fill("Payslips");
  await page.keyboard.press("Enter");
  await page.getByLabel("Add an item").fill("Bank stat");
  // Saving by itself is refused, and the page leaves for the sign-in form.
  await expect(page.getByText("Your session has ended.", { exact: false })).toBeVisible();
  await signInWithCode(page, mailbox, email);
  await expect(page).toHaveURL(/\/requests\/new$/);
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Tax return 2026");
  await expect(page.getByRole("button", { name: "Edit Payslips" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Edit Bank stat" })).toBeVisible();
  await inspectScreen(page, "restored-1280", testInfo);
  await page.setViewportSize({ width: 390, height: 844 });
  await inspectScreen(page, "restored-390", testInfo);
});

test("a draft saves itself, and another tab shows what was changed in both", async ({
  seedRequester,
}, testInfo) => {
  const { page, context } = await seedRequester();
  await page.goto("/requests/new");
  await page.getByLabel("Title", { exact: true }).fill("Tax return 2026");
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await expect(page).toHaveURL(/\/edit$/);
  await inspectScreen(page, "saved-1280", testInfo);

  const other = await context.newPage();
  await other.goto(page.url());
  await other.getByLabel("Message").fill("All pages, please.");
  await expect(other.getByText(/^Saved at/)).toBeVisible();
  // The first tab learns of it once it is looked at, without losing its own change.
  await page.bringToFront();
  await page.getByLabel("Title", { exact: true }).fill("Tax return 2027");
  await expect(page.getByLabel("Message")).toHaveValue("All pages, please.");
  await expect(page.getByLabel("Title", { exact: true })).toHaveValue("Tax return 2027");
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  await other.reload();
  await expect(other.getByLabel("Title", { exact: true })).toHaveValue("Tax return 2027");
});

test("a draft typed offline is there in a new tab and goes out once the network is back", async ({
  openBrowser,
  seedRequester,
}, testInfo) => {
  const { page, context } = await seedRequester({ context: await openBrowser(desk) });
  await page.goto("/requests/new");
  await page.getByLabel("Title", { exact: true }).fill("Tax return 2026");
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  const address = page.url();
  await context.setOffline(true);
  await page.getByLabel("Message").fill("All pages, please.");
  await expect(page.getByText("Not saved: you seem to be offline.", { exact: false })).toBeVisible();
  await inspectScreen(page, "offline-1280", testInfo);
  await page.close();
  await context.setOffline(false);
  const next = await context.newPage();
  await next.goto(address);
  await expect(next.getByLabel("Message")).toHaveValue("All pages, please.");
  await expect(next.getByText(/^Saved at/)).toBeVisible();
});
