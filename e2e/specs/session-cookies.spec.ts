import type { BrowserContext, Cookie, Page, Response } from "@playwright/test";
import { cookieNames, isSessionCookie, sessionCookieAttributes } from "@sheaf/contract/cookies";
import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { askForMail, signInWithCode } from "../fixtures/people.ts";
import { desk, expect, phone, test } from "../fixtures/test.ts";

const names = cookieNames({ secure: false });

test("a session made by the mailed link is written by the sidecar with the specified attributes", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  await page.goto("/sign-in");
  const mail = await askForMail(page, mailbox, newAddress("nora"));

  const callback = page.waitForResponse((response) => new URL(response.url()).pathname === "/auth/callback");
  await page.goto(confirmLinkIn(mail));
  await page.getByRole("button", { name: "Confirm email" }).click();
  const written = await sessionSetCookies(await callback);
  await expect(page.getByRole("heading", { name: "Two names, then you can ask" })).toBeVisible();

  expect(written.length).toBeGreaterThan(0);
  for (const header of written) {
    const attributes = header
      .split("; ")
      .slice(1)
      .map((attribute) => attribute.toLowerCase());
    expect(attributes).toContain(`max-age=${sessionCookieAttributes.maxAge}`);
    expect(attributes).toContain(`path=${sessionCookieAttributes.path}`);
    expect(attributes).toContain(`samesite=${sessionCookieAttributes.sameSite}`);
    expect(attributes).not.toContain("httponly");
  }
  expectSpecifiedSession(await sessionCookies(context));
  expect(await readableByScripts(page)).toBe(true);
  await expectEvents(page, ["INITIAL_SESSION", "SIGNED_IN"]);
});

test("a session made by the typed code has the same attributes", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(phone);
  const page = await context.newPage();
  await page.goto("/sign-in");
  await signInWithCode(page, mailbox, newAddress("anna"));
  await expect(page.getByRole("heading", { name: "Two names, then you can ask" })).toBeVisible();

  expectSpecifiedSession(await sessionCookies(context));
  expect(await readableByScripts(page)).toBe(true);
  await expectEvents(page, ["INITIAL_SESSION", "SIGNED_IN"]);
});

async function sessionSetCookies(response: Response): Promise<string[]> {
  const headers = await response.headersArray();
  return headers
    .filter((header) => header.name.toLowerCase() === "set-cookie")
    .flatMap((header) => header.value.split("\n"))
    .filter(
      (value) => isSessionCookie(names, value.slice(0, value.indexOf("="))) && !/max-age=0/i.test(value),
    );
}

async function sessionCookies(context: BrowserContext): Promise<Cookie[]> {
  return (await context.cookies()).filter((cookie) => isSessionCookie(names, cookie.name));
}

function expectSpecifiedSession(cookies: Cookie[]): void {
  expect(cookies.length).toBeGreaterThan(0);
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ path: sessionCookieAttributes.path, sameSite: "Lax", httpOnly: false });
    const secondsLeft = cookie.expires - Date.now() / 1000;
    expect(secondsLeft).toBeLessThanOrEqual(sessionCookieAttributes.maxAge);
    expect(secondsLeft).toBeGreaterThan(sessionCookieAttributes.maxAge - 60);
  }
}

function readableByScripts(page: Page): Promise<boolean> {
  return page.evaluate(
    (name) => document.cookie.includes(`${name}=`) || document.cookie.includes(`${name}.0=`),
    names.session,
  );
}

/** The session store leaves a performance mark for each event that its auth listener hears. */
async function expectEvents(page: Page, events: string[]): Promise<void> {
  const heard = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("mark")
        .map((mark) => mark.name)
        .filter((name) => name.startsWith("sheaf:auth:"))
        .map((name) => name.slice("sheaf:auth:".length)),
    );
  await expect.poll(heard).toEqual(expect.arrayContaining(events));
}
