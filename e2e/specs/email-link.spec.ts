import type { Page } from "@playwright/test";
import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { expectVisibleFocus, tabTo } from "../fixtures/keyboard.ts";
import { submitAddress, welcomeHeading } from "../fixtures/sign-in.ts";
import { desk, expect, test } from "../fixtures/test.ts";

const confirmButton = (page: Page) => page.getByRole("button", { name: "Confirm email" });
const isConfirmUrl = (url: string) => new URL(url).pathname === "/auth/confirm";

/** Follows the link by an Enter that stays down: the page that it leads to gets the repeated presses. */
async function openByHeldEnter(page: Page, link: string): Promise<void> {
  const stranger = new URL("/stranger", link).href;
  await page.route(stranger, (route) =>
    route.fulfill({ contentType: "text/html", body: `<a href="${link.replaceAll("&", "&amp;")}">Open</a>` }),
  );
  await page.goto(stranger);
  await page.getByRole("link").focus();
  await page.keyboard.down("Enter");
  await page.waitForURL(link);
  for (let repeats = 0; repeats < 5; repeats += 1) await page.keyboard.down("Enter");
}

test("pressing the confirm button twice signs in and sends one request", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await submitAddress(page, mailbox, newAddress("nora")));
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && isConfirmUrl(request.url())) sent += 1;
  });
  await page.goto(link);
  await expect(confirmButton(page)).toHaveAttribute("aria-disabled", "false");
  await confirmButton(page).dblclick();
  await expect(welcomeHeading(page)).toBeVisible();
  expect(sent).toBe(1);
});

test("the confirm button shows progress, keeps focus, and is enabled again after going back", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await submitAddress(page, mailbox, newAddress("nora")));
  await page.goto(link);
  // A 204 leaves the browser on this page, like a submission that was stopped.
  await page.route(
    (url) => isConfirmUrl(url.href),
    (route) => route.fulfill({ status: 204 }),
  );
  await expect(confirmButton(page)).toHaveAttribute("aria-disabled", "false");
  await tabTo(page, confirmButton(page));
  await page.keyboard.press("Enter");
  const waiting = page.getByRole("button", { name: "Please wait…" });
  await expect(waiting).toHaveAttribute("aria-disabled", "true");
  await expect(waiting).toBeFocused();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await expect(confirmButton(page)).toHaveAttribute("aria-disabled", "false");
  await page.unrouteAll();
  await page.keyboard.press("Enter");
  await expect(welcomeHeading(page)).toBeVisible();
});

test("a held Enter doesn't press the confirm button, and Tab leads to it first", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await submitAddress(page, mailbox, newAddress("nora")));
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && isConfirmUrl(request.url())) sent += 1;
  });
  await openByHeldEnter(page, link);
  await expect(confirmButton(page)).toHaveAttribute("aria-disabled", "false");
  await page.keyboard.down("Enter");
  expect(sent).toBe(0);
  await page.keyboard.up("Enter");
  await page.keyboard.press("Tab");
  await expectVisibleFocus(confirmButton(page));
  await page.keyboard.press("Enter");
  await expect(welcomeHeading(page)).toBeVisible();
});

test("a held Enter doesn't sign in a link's address on another device", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const link = new URL(confirmLinkIn(await submitAddress(page, mailbox, newAddress("mallory"))));
  const victim = await (await openBrowser(desk)).newPage();
  const hash = `token_hash=${link.searchParams.get("token_hash")}&type=${link.searchParams.get("type")}`;
  await openByHeldEnter(victim, `${link.origin}/signed-in-as#${hash}`);
  const signIn = victim.getByRole("button", { name: "Sign in" });
  await expect(signIn).not.toHaveAttribute("aria-disabled");
  await victim.keyboard.up("Enter");
  await tabTo(victim, signIn);
  await victim.keyboard.down("Enter");
  await expect(victim.getByRole("heading", { name: "You’re signed in" })).toBeFocused();
  for (let repeats = 0; repeats < 5; repeats += 1) await victim.keyboard.down("Enter");
  await victim.keyboard.up("Enter");
  await expect(victim).toHaveURL(/signed-in-as/);
  const next = victim.getByRole("button", { name: "Continue" });
  await expect(next).not.toHaveAttribute("aria-disabled");
  await tabTo(victim, next);
  await victim.keyboard.press("Enter");
  await expect(welcomeHeading(victim)).toBeVisible();
});

test("presses in the first half second after the page is shown don't count", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await submitAddress(page, mailbox, newAddress("nora")));
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto(link);
  await confirmButton(page).click({ force: true });
  await page.clock.runFor(499);
  await expect(confirmButton(page)).toHaveAttribute("aria-disabled", "true");
  await confirmButton(page).click({ force: true });
  await expect(confirmButton(page)).toBeVisible();
  await page.clock.resume();
  await confirmButton(page).click();
  await expect(welcomeHeading(page)).toBeVisible();
});

test("the confirm page works without its script", async ({ openBrowser, mailbox, newAddress }) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await submitAddress(page, mailbox, newAddress("nora")));
  await page.route("**/auth/confirm.js", (route) =>
    route.fulfill({ contentType: "text/javascript", body: "" }),
  );
  await page.goto(link);
  await confirmButton(page).click();
  await expect(welcomeHeading(page)).toBeVisible();
});
