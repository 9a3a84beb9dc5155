import type { Page } from "@playwright/test";
import { requestsHeading } from "../fixtures/sign-in.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";
import { readSession, storeSession } from "../fixtures/stored-session.ts";

test.use({ expectedBrowserErrors: /ERR_FAILED/ });

/** Blocks all scripts, so that the page is only its markup. */
async function blockScripts(page: Page): Promise<void> {
  await page.route(/\.js$/, (route) => route.abort());
}

/** Notes every layout shift, including those that follow an input. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts.reduce((a, b) => a + b, 0));
}

test("the landing page is readable before its scripts load, on a phone and a desk", async ({
  openBrowser,
}) => {
  for (const device of [phone, desk]) {
    const page = await (await openBrowser(device)).newPage();
    await blockScripts(page);
    await page.goto("/");
    await expect(page.getByRole("heading", { name: /Ask once/ })).toBeVisible();
    // Its styles are there too.
    await expect(page.getByRole("heading", { name: /Ask once/ })).toHaveCSS("text-wrap-style", "balance");
    await page.getByRole("main").getByRole("link", { name: "Ask for documents" }).click();
    await expect(page.getByRole("heading", { name: "Sign up" })).toBeVisible();
    await expect(page).toHaveURL("/sign-up?next=%2Frequests%2Fnew");
  }
});

test("a request's link shows its form first, and nothing moves on a phone or a desk", async ({
  openBrowser,
  seedSentRequest,
}) => {
  const { link, phoneContext } = await seedSentRequest({
    items: ["Payslips", "Bank statement"],
    only: "recipient",
  });
  for (const device of [phone, desk]) {
    const signedOut = await openBrowser(device);
    const blocked = await signedOut.newPage();
    await blockScripts(blocked);
    await blocked.goto(link);
    await blocked.getByLabel("Your email").fill("early@people.example");
    await expect(blocked.getByRole("button", { name: "Send me a code" })).toBeDisabled();
    await expect(blocked.getByRole("heading", { level: 1 })).toHaveCount(0);

    const page = await signedOut.newPage();
    const shifted = await watchShifts(page);
    await page.goto(link);
    await expect(page.getByRole("heading", { name: "Tax return 2026" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Send me a code" })).toBeEnabled();
    const loaded = () =>
      [...document.fonts].some(({ family, status }) => status === "loaded" && /Variable/.test(family));
    await page.waitForFunction(loaded);
    expect(await shifted()).toBeLessThan(0.01);

    const session = await readSession(phoneContext);
    if (!session) throw new Error("The recipient is not signed in.");
    const signedIn = await openBrowser(device);
    await storeSession(signedIn, session);
    const early = await signedIn.newPage();
    await blockScripts(early);
    await early.goto(link);
    await expect(early.getByText("Loading the checklist")).toBeAttached();
    await expect(early.getByLabel("Your email")).toHaveCount(0);
  }
});

test("a signed-in visitor never sees the landing page, and sees the shape of the list while its code loads", async ({
  seedRequester,
}) => {
  const { context } = await seedRequester();
  const page = await context.newPage();
  const hold = async (scripts: RegExp) => {
    const { promise: released, resolve } = Promise.withResolvers<void>();
    await page.route(scripts, async (route) => {
      await released;
      await route.continue();
    });
    return resolve;
  };
  const releaseAll = await hold(/\.js$/);
  await page.goto("/", { waitUntil: "commit" });
  await expect(page.locator("#root")).toBeAttached();
  await expect(page.locator("#root")).toBeEmpty();
  releaseAll();
  await expect(page).toHaveURL("/requests");

  const releaseList = await hold(/\/requests-[^/]+\.js$/);
  await page.reload({ waitUntil: "commit" });
  await expect(page.getByRole("main").getByText("Loading requests")).toBeVisible();
  await expect(requestsHeading(page)).toBeHidden();
  releaseList();
  await expect(requestsHeading(page)).toBeVisible();
});
