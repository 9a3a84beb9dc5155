import type { Page } from "@playwright/test";
import { newRequester, signInWithCode } from "../fixtures/people.ts";
import { sendRequest } from "../fixtures/request.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1";
const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0";

// A browser notes what it is refused, and an ended session is refused everything.
test.use({ expectedTrouble: /status of 40[0134] / });

const devicesOn = (page: Page) => page.getByRole("region", { name: "Signed-in devices" });
const askEnd = (page: Page, name: string) => devicesOn(page).getByRole("button", { name: `End ${name}` });

/** Coming back to the page, as often as it takes: it asks at most once in ten seconds. */
async function expectSignedOut(page: Page): Promise<void> {
  await expect(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await expect(page.getByText("Your sign-in has ended.", { exact: false })).toBeVisible({ timeout: 1000 });
  }).toPass();
}

/** What a session reads of a table from now on, asked from its own page with its own token. */
async function readsWith(page: Page, token: string, path: string): Promise<unknown> {
  return page.evaluate(
    async ({ token, path }) => {
      const meta = (name: string) =>
        document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
      const answer = await fetch(`${meta("sheaf:platform-url")}${path}`, {
        headers: { apikey: meta("sheaf:publishable-key"), authorization: `Bearer ${token}` },
      });
      return answer.json();
    },
    { token, path },
  );
}

/** The token that a page sends with its next read. */
async function tokenOf(page: Page): Promise<string> {
  const read = page.waitForRequest((request) => request.url().includes("/rest/v1/"));
  await page.reload();
  return (await (await read).headerValue("authorization"))?.replace("Bearer ", "") ?? "";
}

test("one device ends another, which reads nothing at once and is told so when its owner comes back", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const email = newAddress("nora");
  const office = await newRequester({
    context: await openBrowser(desk),
    mailbox,
    email,
    name: "Nora Okafor",
    workspace: "Okafor & Lind",
  });
  await sendRequest(office, {
    title: "Tax return 2026",
    recipients: [newAddress("anna")],
    dueOn: "2031-11-27",
    lines: ["Payslips"],
  });
  const mobile = await (await openBrowser({ ...phone, userAgent: iphone })).newPage();
  await mobile.goto("/sign-in?next=/requests");
  await signInWithCode(mobile, mailbox, email);
  await expect(mobile.getByText("Tax return 2026")).toBeVisible();
  const token = await tokenOf(mobile);
  await expect(mobile.getByText("Tax return 2026")).toBeVisible();
  expect(await readsWith(mobile, token, "/rest/v1/requests?select=title")).toEqual([
    { title: "Tax return 2026" },
  ]);

  await office.goto("/settings/security");
  const rows = devicesOn(office).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: "This device" })).toHaveText(/^Chrome on Linux/);
  await expect(rows.filter({ hasText: "This device" }).getByRole("button")).toHaveCount(0);
  await askEnd(office, "Safari on iPhone").click();
  const dialog = office.getByRole("dialog", { name: "End Safari on iPhone?" });
  await expect(dialog.getByRole("button", { name: "Keep it" })).toBeFocused();
  await dialog.getByRole("button", { name: "End it" }).click();
  await expect(office.getByText("Safari on iPhone is signed out.")).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(devicesOn(office).getByText("Only this device.", { exact: false })).toBeVisible();
  expect(await office.evaluate(() => document.activeElement === document.body)).toBe(false);

  expect(await readsWith(mobile, token, "/rest/v1/requests?select=title")).toEqual([]);
  expect(await readsWith(mobile, token, "/rest/v1/profiles?select=display_name")).toEqual([]);
  await expectSignedOut(mobile);
  expect(new URL(mobile.url()).pathname).toBe("/sign-in");
  expect(new URL(mobile.url()).searchParams.get("next")).toBe("/requests");
  await expect(mobile.getByText("Tax return 2026")).toHaveCount(0);
});

test("all other devices are ended at once, and their number is said", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const email = newAddress("anna");
  const pages: Page[] = [];
  for (const device of [desk, { ...phone, userAgent: iphone }, { ...desk, userAgent: firefox }]) {
    const page = await (await openBrowser(device)).newPage();
    await page.goto("/sign-in?next=/settings/security");
    await signInWithCode(page, mailbox, email);
    await expect(devicesOn(page).getByText("This device", { exact: true })).toBeVisible();
    pages.push(page);
  }
  const [here, ...others] = pages;
  if (!here) throw new Error("No browser was opened");
  await here.reload();
  await expect(devicesOn(here).getByRole("listitem")).toHaveCount(3);
  await expect(devicesOn(here).getByText("Firefox on Windows")).toBeVisible();
  await devicesOn(here).getByRole("button", { name: "End all others" }).click();
  await here.getByRole("dialog").getByRole("button", { name: "End all others" }).click();
  await expect(here.getByText("2 other devices are signed out.")).toBeVisible();
  await expect(devicesOn(here).getByRole("listitem")).toHaveCount(1);
  for (const other of others) await expectSignedOut(other);
  await here.reload();
  await expect(devicesOn(here).getByText("This device", { exact: true })).toBeVisible();
});
