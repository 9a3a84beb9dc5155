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

/** Lets the form of the confirm page lead nowhere: a 204 leaves the browser on the page, like a submission that was stopped. */
const isPost = (url: URL) => isConfirmUrl(url.href);
const leadNowhere = (page: Page) => page.route(isPost, (route) => route.fulfill({ status: 204 }));

test("the confirm page counts one deliberate press, shows progress, and works without its script", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-in");
  const link = confirmLinkIn(await submitAddress(page, mailbox, newAddress("nora")));
  let sent = 0;
  context.on("request", (request) => {
    if (request.method() === "POST" && isConfirmUrl(request.url())) sent += 1;
  });

  await test.step("a press counts without the script", async () => {
    const plain = await context.newPage();
    await plain.route("**/auth/confirm.js", (route) =>
      route.fulfill({ contentType: "text/javascript", body: "" }),
    );
    await plain.goto(link);
    await leadNowhere(plain);
    await confirmButton(plain).click();
    await expect.poll(() => sent).toBe(1);
    await plain.close();
  });

  await test.step("presses in the first half second after the page is shown don't count", async () => {
    const early = await context.newPage();
    await early.clock.install();
    await early.clock.pauseAt(Date.now() + 60_000);
    await early.goto(link);
    await leadNowhere(early);
    await confirmButton(early).click({ force: true });
    await early.clock.runFor(499);
    await expect(confirmButton(early)).toHaveAttribute("aria-disabled", "true");
    await confirmButton(early).click({ force: true });
    await early.clock.resume();
    await expect(confirmButton(early)).toHaveAttribute("aria-disabled", "false");
    expect(sent).toBe(1);
    await early.close();
  });

  await test.step("a held Enter doesn't count, and Tab leads to the button first", async () => {
    await openByHeldEnter(page, link);
    await expect(confirmButton(page)).toHaveAttribute("aria-disabled", "false");
    await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
    expect(sent).toBe(1);
    await page.keyboard.press("Tab");
    await expectVisibleFocus(confirmButton(page));
  });

  await test.step("a press shows progress and keeps focus, and going back enables the button again", async () => {
    await leadNowhere(page);
    await page.keyboard.press("Enter");
    const waiting = page.getByRole("button", { name: "Please wait…" });
    await expect(waiting).toHaveAttribute("aria-disabled", "true");
    await expect(waiting).toBeFocused();
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expect(confirmButton(page)).toHaveAttribute("aria-disabled", "false");
    await page.unroute(isPost);
  });

  await test.step("two presses send one request, which signs in", async () => {
    const before = sent;
    await confirmButton(page).dblclick();
    await expect(welcomeHeading(page)).toBeVisible();
    expect(sent - before).toBe(1);
  });
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
