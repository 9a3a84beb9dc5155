import type { Page } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { inspectWidths } from "../fixtures/inspect-screen.ts";
import { signInWithCode } from "../fixtures/sign-in.ts";
import { expect, test } from "../fixtures/test.ts";
import { pasteLines } from "../fixtures/write-request.ts";
import { unwrap } from "../seed/unwrap.ts";

// An ended session is refused, and a request that is made offline fails.
test.use({ expectedBrowserErrors: /status of 40[0139] |ERR_INTERNET_DISCONNECTED/ });

test("a draft keeps the order of its items, saves itself, and loses nothing by another tab, a lost network or the end of the session", async ({
  seedRequester,
  signInByApi,
  mailbox,
}, testInfo) => {
  test.setTimeout(scaled(180_000));
  const { page, context, email } = await seedRequester();
  const title = (tab: Page) => tab.getByLabel("Title", { exact: true });

  await test.step("a pasted list is reordered by mouse and by keyboard, saved, and keeps its order", async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("New request");
    await page.keyboard.press("Escape");
    await page.keyboard.press("n");
    await expect(page).toHaveURL(/\/requests\/new$/);
    await title(page).fill("Mortgage");
    await pasteLines(page, ["- Payslips", "2. Contract", "• Passport", "", "Statement"], 4);
    expect(await itemTitles(page)).toEqual(["Payslips", "Contract", "Passport", "Statement"]);

    await drag(page, "Statement", "Payslips");
    await expect.poll(() => itemTitles(page)).toEqual(["Statement", "Payslips", "Contract", "Passport"]);

    await page.getByRole("button", { name: "Move Contract" }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect.poll(() => itemTitles(page)).toEqual(["Statement", "Payslips", "Passport", "Contract"]);
    await page.getByRole("button", { name: "Move Payslips" }).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(() => itemTitles(page)).toEqual(["Payslips", "Statement", "Passport", "Contract"]);

    await page.getByRole("button", { name: "Save as draft" }).click();
    await page.goto("/requests?filter=drafts");
    await page.getByRole("link", { name: /Mortgage/ }).click();
    await expect(title(page)).toHaveValue("Mortgage");
    expect(await itemTitles(page)).toEqual(["Payslips", "Statement", "Passport", "Contract"]);
  });

  await test.step("it saves itself, and another tab shows what was changed in both", async () => {
    await title(page).fill("Tax return 2026");
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    await expect(page).toHaveURL(/\/edit$/);
    const other = await context.newPage();
    await other.goto(page.url());
    await other.getByLabel("Message").fill("All pages, please.");
    await expect(other.getByText(/^Saved at/)).toBeVisible();
    // The first tab learns of it once it is looked at, without losing its own change.
    await page.bringToFront();
    await title(page).fill("Tax return 2027");
    await expect(page.getByLabel("Message")).toHaveValue("All pages, please.");
    await expect(title(page)).toHaveValue("Tax return 2027");
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    await other.reload();
    await expect(title(other)).toHaveValue("Tax return 2027");
    await other.close();
  });

  const address = page.url();
  const next = await context.newPage();
  await test.step("what is typed offline is there in a new tab, and goes out once the network is back", async () => {
    await context.setOffline(true);
    await page.getByLabel("Message").fill("Every page, please.");
    await expect(page.getByText("Not saved: you seem to be offline.", { exact: false })).toBeVisible();
    await inspectWidths(page, "offline", testInfo);
    await page.close();
    await context.setOffline(false);
    await next.goto(address);
    await expect(next.getByLabel("Message")).toHaveValue("Every page, please.");
    await expect(next.getByText(/^Saved at/)).toBeVisible();
  });

  await test.step("what is typed when the session has ended is there after signing in again", async () => {
    const elsewhere = await signInByApi({ name: "Nora Okafor", email });
    unwrap({ data: null, ...(await elsewhere.client.auth.signOut({ scope: "global" })) });
    await title(next).fill("Tax return 2028");
    await next.getByLabel("Add an item").fill("Lease");
    await next.keyboard.press("Enter");
    await next.getByLabel("Add an item").fill("Bank stat");
    // Saving by itself is refused, and the page leaves for the sign-in form.
    await expect(next.getByText("Your session has ended.", { exact: false })).toBeVisible();
    await signInWithCode(next, mailbox, email);
    await expect(next).toHaveURL(address);
    await expect(title(next)).toHaveValue("Tax return 2028");
    await expect(next.getByRole("button", { name: "Edit Lease" })).toBeVisible();
    await expect(next.getByRole("button", { name: "Edit Bank stat" })).toBeVisible();
    await inspectWidths(next, "restored", testInfo);
  });
});

/** Item titles from top to bottom of the page. */
async function itemTitles(page: Page): Promise<string[]> {
  const handles = await page.getByRole("button", { name: /^Move / }).all();
  const positions = await Promise.all(
    handles.map(async (handle) => ({
      title: (await handle.getAttribute("aria-label"))?.slice("Move ".length) ?? "",
      top: (await handle.boundingBox())?.y ?? 0,
    })),
  );
  return positions.toSorted((a, b) => a.top - b.top).map(({ title }) => title);
}

async function drag(page: Page, title: string, onto: string): Promise<void> {
  await page.getByRole("button", { name: `Move ${title}` }).hover();
  await page.mouse.down();
  const target = await page.getByRole("button", { name: `Move ${onto}` }).boundingBox();
  if (!target) throw new Error(`${onto} is not on the page`);
  await page.mouse.move(target.x + target.width / 2, target.y, { steps: 12 });
  await page.mouse.up();
}
