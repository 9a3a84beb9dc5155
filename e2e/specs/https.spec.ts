import type { BrowserContext } from "@playwright/test";
import { cookieNames, isOfSession } from "@sheaf/contract/cookies";
import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { test } from "../fixtures/behind-https.ts";
import { signInWithCode, signInWithPassword, submitAddress } from "../fixtures/sign-in.ts";
import { expectEvents } from "../fixtures/auth-events.ts";
import { expireSession } from "../fixtures/stored-session.ts";
import { desk, expect } from "../fixtures/test.ts";

const password = "four quiet words here";
const names = cookieNames({ secure: true });

/** Lists this browser's cookies. */
async function listCookies(context: BrowserContext): Promise<{ name: string; secure: boolean }[]> {
  return (await context.cookies()).map(({ name, secure }) => ({ name, secure }));
}

async function expectSession(context: BrowserContext): Promise<void> {
  const cookies = await listCookies(context);
  expect(cookies.filter(({ secure }) => !secure)).toEqual([]);
  expect(cookies.map(({ name }) => name)).toContain(names.session);
}

test("on https every session cookie is Secure and has the __Host- prefix, however the session was created", async ({
  openBrowser,
  mailbox,
  newAddress,
  secureUrl,
}) => {
  const secure = { ...desk, baseURL: secureUrl, ignoreHTTPSErrors: true };
  const context = await openBrowser(secure);
  const page = await context.newPage();
  const email = newAddress("nora");
  const expectSignedOut = async () => {
    await expect(page.getByText("You’re signed out on this device.")).toBeVisible();
    await expect
      .poll(async () => (await listCookies(context)).filter(({ name }) => isOfSession(names, name)))
      .toEqual([]);
  };

  await test.step("created by a code and persisted by the sidecar", async () => {
    const persisted = page.waitForResponse("**/auth/persist");
    await page.goto("/sign-in");
    await signInWithCode(page, mailbox, email);
    await expect(page.getByLabel("Your name")).toBeVisible();
    const setCookie = (await (await persisted).headersArray()).find(
      ({ name }) => name === "set-cookie",
    )?.value;
    expect(setCookie).toMatch(/^__Host-sheaf-auth=base64-.*; Secure/);
    await expectSession(context);
  });
  await test.step("refreshed", async () => {
    await expireSession(context, secureUrl);
    await page.reload();
    await expectEvents(page, ["TOKEN_REFRESHED"]);
    await expectSession(context);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expectSignedOut();
  });
  await test.step("created by a password reset, then by the new password", async () => {
    await page.goto("/forgot-password");
    await signInWithCode(page, mailbox, email);
    await page.getByLabel("New password").fill(password);
    await page.getByRole("button", { name: "Set password" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await expectSession(context);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expectSignedOut();
    await signInWithPassword(page, email, password);
    await expect(page.getByLabel("Your name")).toBeVisible();
    await expectSession(context);
  });
  await test.step("created by a link requested in another browser", async () => {
    const formPage = await (await openBrowser(secure)).newPage();
    await formPage.goto("/sign-in");
    const link = new URL(confirmLinkIn(await submitAddress(formPage, mailbox, newAddress("mats"))));
    const otherContext = await openBrowser(secure);
    const other = await otherContext.newPage();
    // The link names the http site, because the platform is configured with that URL.
    await other.goto(link.pathname + link.search);
    await other.getByRole("button", { name: "Confirm email" }).click();
    await expect(other.getByRole("heading", { name: "You’re signed in" })).toBeVisible();
    await expectSession(otherContext);
  });
});
