import { cookieBudget } from "@sheaf/contract/cookies";
import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { expectNoViolations } from "../fixtures/axe.ts";
import { expectEvents } from "../fixtures/auth-events.ts";
import {
  requestsHeading,
  signInWithCode,
  signInWithProvider,
  submitAddress,
  welcomeHeading,
} from "../fixtures/sign-in.ts";
import { sessionCookies } from "../fixtures/session-cookies.ts";
import { readSession } from "../fixtures/stored-session.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";
import { stack } from "../stack.ts";

/** Rewrites the link to the form of a hosted project's default template: directly to the platform. */
function platformLink(confirmLink: string, redirectTo: URL): string {
  const { searchParams } = new URL(confirmLink);
  const flowId = new URL(searchParams.get("redirect_to") ?? "").searchParams.get("sb_flow_id");
  redirectTo.searchParams.set("sb_flow_id", flowId ?? "");
  const verify = new URL("/auth/v1/verify", stack.platformUrl);
  verify.searchParams.set("token", searchParams.get("token_hash") ?? "");
  verify.searchParams.set("type", searchParams.get("type") ?? "");
  verify.searchParams.set("redirect_to", redirectTo.href);
  return verify.href;
}

for (const [where, path] of [
  ["the callback", "/auth/callback?next=%2Finbox"],
  ["the root, the platform’s fallback for unknown addresses", "/"],
] as const) {
  test(`a link directly to the platform that redirects to ${where} signs in`, async ({
    openBrowser,
    mailbox,
    newAddress,
  }) => {
    const context = await openBrowser(desk);
    const page = await context.newPage();
    const email = newAddress("nora");
    await page.goto("/sign-in");
    const link = confirmLinkIn(await submitAddress(page, mailbox, email));
    await page.goto(platformLink(link, new URL(path, stack.siteUrl)));
    await expect.poll(async () => (await readSession(context))?.user.email).toBe(email);
    if (path !== "/") await expect(page.getByRole("heading", { name: "Requested from you" })).toBeVisible();
    await expect(page).not.toHaveURL(/code=/);
  });
}

test("an error in a redirect to the root is shown in the product's own text", async ({ openBrowser }) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/?error=access_denied&error_code=otp_expired&error_description=You+have+won+a+prize");
  await expect(page).toHaveURL(/\/link-problem\?code=otp_expired/);
  await expect(page.getByRole("heading", { name: "This link didn’t work" })).toBeVisible();
  await expect(page.getByText("prize")).toHaveCount(0);
});

test("a link for another account asks before it replaces the current account", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const [anna, mats] = [newAddress("anna"), newAddress("mats")];
  const formPage = await (await openBrowser(desk)).newPage();
  await formPage.goto("/sign-in");
  const link = confirmLinkIn(await submitAddress(formPage, mailbox, mats));

  const context = await openBrowser(phone);
  const page = await context.newPage();
  // Contrast is measured, also of the button that changes its colour when it can be pressed.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/sign-in");
  await signInWithCode(page, mailbox, anna);
  await expect(welcomeHeading(page)).toBeVisible();
  const openLink = async () => {
    await page.goto(link);
    await page.getByRole("button", { name: "Confirm email" }).click();
    await expect(page.getByRole("heading", { name: "Switch accounts?" })).toBeVisible();
    await expect(page.getByText(anna, { exact: true })).toBeVisible();
  };
  await openLink();
  const use = page.getByRole("button", { name: "Use the link" });
  await expect(use).not.toHaveAttribute("aria-disabled");
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Keep current account" }).click();
  await expect.poll(async () => (await readSession(context))?.user.email).toBe(anna);

  await openLink();
  await expect(use).not.toHaveAttribute("aria-disabled");
  await use.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "You’re signed in" })).toBeVisible();
  await expect(page.getByText(mats, { exact: true })).toBeVisible();
  await expectNoViolations(page);
  expect((await readSession(context))?.user.email).toBe(mats);
});

test("a sign-out outside the page is noticed on return to it", async ({ seedRequester }) => {
  const { context, page } = await seedRequester();
  // The auth client loads after the list and would notice the sign-out by itself.
  await expectEvents(page, ["INITIAL_SESSION"]);
  const response = await context.request.post("/auth/sign-out", { headers: { Origin: stack.siteUrl } });
  expect(response.ok()).toBe(true);
  expect(await sessionCookies(context)).toEqual([]);
  await expect(requestsHeading(page)).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await expect(page.getByText("Your session has ended.", { exact: false })).toBeVisible();
  await expect(page).toHaveURL(/\/sign-in\?next=%2Frequests/);
});

test("seven emails and a provider sign-in stay within the cookie budget", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  for (const name of ["one", "two", "three", "four", "five", "six", "seven"]) {
    await page.goto(`/sign-in?next=%2Frequests%3Fq%3D${name}`);
    await submitAddress(page, mailbox, newAddress(name));
  }
  await page.goto("/sign-in?next=%2Fsettings%2Fsecurity");
  await signInWithProvider(page, newAddress("nora"));
  await expect(page.getByRole("region", { name: "Linked accounts" })).toBeVisible();
  const session = await readSession(context);
  expect(Object.keys(session ?? {}).filter((key) => key.startsWith("provider_"))).toEqual([]);
  const cookieBytes = (await context.cookies(stack.siteUrl))
    .map(({ name, value }) => `${name}=${value}`)
    .join("; ").length;
  expect(cookieBytes).toBeLessThan(cookieBudget.total);
});
