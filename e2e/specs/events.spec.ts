import type { BrowserContext, Page, Request } from "@playwright/test";
import { confirmLinkIn } from "@sheaf/platform/mailpit-client";
import { addAuthenticator } from "../fixtures/authenticator.ts";
import { test } from "../fixtures/behind-line.ts";
import { addFiles } from "../fixtures/checklist.ts";
import { pdf } from "../fixtures/documents.ts";
import { askForMail, newRequester, signInWithCode } from "../fixtures/people.ts";
import {
  expectEvents,
  expectSpecifiedSession,
  heardEvents,
  sessionCookies,
} from "../fixtures/session-cookies.ts";
import { expireSession, storedSession, storeSession } from "../fixtures/stored-session.ts";
import { desk, expect, phone } from "../fixtures/test.ts";

// The browser notes what these tests bring about: a refused token, a cut line.
test.use({ expectedTrouble: /status of (401|403|409)|net::ERR_/ });

const nora = { name: "Nora Okafor", workspace: "Okafor & Lind" };
const requests = (page: Page) => page.getByRole("heading", { name: "Requests", level: 1 });

/** Another tab of the same browser, come back to: its client says SIGNED_IN to every tab. */
async function comeBack(page: Page): Promise<void> {
  await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange", { bubbles: true })));
}

test("INITIAL_SESSION with nobody leaves the person at the door", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const page = await (await openBrowser(desk)).newPage();
  await page.goto("/requests");
  await expect(page).toHaveURL("/sign-in?next=%2Frequests");
  // The client comes with the first question to the service.
  await askForMail(page, mailbox, newAddress("nora"));
  await expectEvents(page, ["INITIAL_SESSION"]);
  await expect(page).toHaveURL("/sign-in?next=%2Frequests");
});

test("INITIAL_SESSION with a session opens the page that was asked for", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await newRequester({ context, mailbox, email: newAddress("nora"), ...nora });
  await page.goto("/requests?q=tax");
  await expect(requests(page)).toBeVisible();
  await expectEvents(page, ["INITIAL_SESSION"]);
  await expect(page).toHaveURL("/requests?q=tax");
});

test("INITIAL_SESSION without an answer from the service is no sign-out, is said within seconds and mends itself", async ({
  openBrowser,
  mailbox,
  newAddress,
  behind: { line, siteUrl },
}) => {
  const context = await openBrowser({ ...desk, baseURL: siteUrl });
  const first = await newRequester({ context, mailbox, email: newAddress("nora"), ...nora });
  await first.close();
  await expireSession(context);
  line.cut();

  const page = await context.newPage();
  await page.goto("/requests");
  await expect(page.getByText("You stay signed in, and we keep trying.")).toBeVisible({ timeout: 6000 });
  // The client's own word for it, which must not be taken for a sign-out.
  await expect.poll(() => heardEvents(page), { timeout: 60_000 }).toContain("INITIAL_SESSION");
  await expect(page.getByText("You stay signed in, and we keep trying.")).toBeVisible();
  expect(await sessionCookies(context)).not.toEqual([]);

  line.mend();
  await expect(requests(page)).toBeVisible({ timeout: 10_000 });
  await expect(page).toHaveURL("/requests");
});

test("SIGNED_IN said again on coming back changes nothing on the page", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await newRequester({ context, mailbox, email: newAddress("nora"), ...nora });
  await page.goto("/requests/new");
  await page.getByLabel("What is it for?").fill("Half a title");
  const other = await context.newPage();
  await other.goto("/inbox");
  await expect(other.getByRole("heading", { name: "Asked of me" })).toBeVisible();

  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const before = (await heardEvents(page)).length;
  await comeBack(other);
  await expect.poll(async () => (await heardEvents(page)).slice(before)).toContain("SIGNED_IN");
  expect(asked).toEqual([]);
  await expect(page).toHaveURL("/requests/new");
  await expect(page.getByLabel("What is it for?")).toHaveValue("Half a title");
});

test("SIGNED_IN as somebody else lets go of everything of the former person first", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const mats = await openBrowser(desk);
  await newRequester({ context: mats, mailbox, email: newAddress("mats"), name: "Mats", workspace: "Berg" });
  const session = await storedSession(mats);
  if (!session) throw new Error("Mats is not signed in.");

  const context = await openBrowser(desk);
  const email = newAddress("nora");
  const page = await newRequester({ context, mailbox, email, ...nora });
  await page.goto("/requests/new");
  await page.getByLabel("What is it for?").fill("Nora's private title");
  const other = await context.newPage();
  await other.goto("/requests");
  await expect(requests(other)).toBeVisible();

  await storeSession(context, session);
  await comeBack(other);
  for (const tab of [page, other]) {
    await expectEvents(tab, ["SIGNED_IN"]);
    await expect(tab.getByRole("button", { name: "Account of Mats" })).toBeVisible();
    await expect(tab.getByText("Nora Okafor")).toHaveCount(0);
  }
  await expect(page.getByLabel("What is it for?")).toHaveValue("");
});

test("SIGNED_OUT reaches every tab, with the reason where it was not the person's own act", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await newRequester({ context, mailbox, email: newAddress("nora"), ...nora });
  const other = await context.newPage();
  await other.goto("/requests?q=tax");
  await expect(requests(other)).toBeVisible();

  await page.getByRole("button", { name: "Account of Nora Okafor" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByText("You are signed out on this device.")).toBeVisible();
  await expect(other.getByText(/Your sign-in has ended/)).toBeVisible();
  expect(new URL(other.url()).searchParams.get("next")).toBe("/requests?q=tax");
  for (const tab of [page, other]) await expectEvents(tab, ["SIGNED_OUT"]);
  expect(await sessionCookies(context)).toEqual([]);
});

test("SIGNED_OUT in one tab stops the upload of another", async ({ ask, behind: { line, siteUrl } }) => {
  const { mobile, phoneContext } = await ask({ lines: ["Passport"], siteUrl });
  const other = await phoneContext.newPage();
  await other.goto("/inbox");
  await expect(other.getByRole("heading", { name: "Asked of me" })).toBeVisible();
  const isSending = (request: Request) =>
    request.url().includes("/storage/v1/object/") && request.method() === "POST";
  const sending = mobile.waitForRequest(isSending);
  const stopped = mobile.waitForEvent("requestfailed", { predicate: isSending, timeout: 60_000 });
  line.holdAfter(1024 * 1024);
  await addFiles(mobile, "Passport", [await pdf("passport.pdf", { padding: 8 * 1024 * 1024 })]);
  await expect(mobile.getByRole("progressbar", { name: "Progress of passport.pdf" })).toBeVisible();
  await sending;

  await other.getByRole("button", { name: /^Account of / }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  expect((await stopped).failure()?.errorText).toBe("net::ERR_ABORTED");
  await expectEvents(mobile, ["SIGNED_OUT"]);
  await expect(mobile.getByLabel("Your email")).toBeVisible();
});

test("TOKEN_REFRESHED writes the cookie anew and has the sidecar keep it at most once a day", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  let persisted = 0;
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/auth/persist") persisted += 1;
  });
  const page = await newRequester({ context, mailbox, email: newAddress("nora"), ...nora });
  await expect.poll(() => persisted).toBe(1);
  const before = await expireSession(context);
  await page.reload();
  await expect(requests(page)).toBeVisible();
  await expectEvents(page, ["TOKEN_REFRESHED"]);

  const after = await storedSession(context);
  expect(after?.expires_at).toBeGreaterThan(Date.now() / 1000 + 3000);
  expect(after?.refresh_token).not.toBe(before.refresh_token);
  expectSpecifiedSession(await sessionCookies(context));
  expect(persisted).toBe(1);
});

test("TOKEN_REFRESHED repeats what the service refused for an old token", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await newRequester({ context, mailbox, email: newAddress("nora"), ...nora });
  const old = (await storedSession(context))?.access_token ?? "";
  await context.route("**/rest/v1/**", async (route) => {
    const request = route.request();
    if ((await request.headerValue("authorization")) !== `Bearer ${old}`) return route.continue();
    return route.fulfill({
      status: 401,
      headers: { "access-control-allow-origin": "*" },
      json: { code: "PGRST303", message: "JWT expired", details: null, hint: null },
    });
  });
  await page.reload();
  await expect(
    page
      .getByText("Ask for your first documents")
      .or(page.getByRole("link", { name: "New request" }))
      .first(),
  ).toBeVisible();
  await expectEvents(page, ["TOKEN_REFRESHED"]);
  expect((await storedSession(context))?.access_token).not.toBe(old);
});

test("USER_UPDATED shows how far a change of address is, also after the sidecar's exchange", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const [email, newEmail] = [newAddress("nora"), newAddress("nora.new")];
  const page = await newRequester({ context, mailbox, email, ...nora });
  const seen = await mailbox.idsFor(email);
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Change your email" }).click();
  await page.getByLabel("New email").fill(newEmail);
  await page.getByRole("button", { name: "Ask both addresses" }).click();
  await expect(page.getByText("0 of 2 confirmed")).toBeVisible();
  await expectEvents(page, ["USER_UPDATED"]);

  const links = [
    confirmLinkIn(await mailbox.nextMail({ to: email, seen })),
    confirmLinkIn(await mailbox.nextMail({ to: newEmail })),
  ];
  const other = await context.newPage();
  for (const link of links) {
    await other.goto(link);
    await other.getByRole("button").click();
    await other.waitForURL((url) => !url.pathname.startsWith("/auth/"));
  }
  // The exchange was the sidecar's; the listeners of both tabs hear of it all the same.
  await expectEvents(other, ["INITIAL_SESSION", "USER_UPDATED"]);
  await expect.poll(async () => (await storedSession(context))?.user.email).toBe(newEmail);
  await expect(page.getByRole("main").getByText(newEmail).first()).toBeVisible();
  await expect(page.getByText("of 2 confirmed")).toHaveCount(0);
});

/** Follows the mailed link to a new password in a tab of its own. */
async function openResetLink(options: {
  context: BrowserContext;
  mailbox: Parameters<typeof signInWithCode>[1];
  email: string;
}): Promise<Page> {
  const { context, mailbox, email } = options;
  const page = await context.newPage();
  await page.goto("/forgot-password");
  const mail = await askForMail(page, mailbox, email);
  await page.goto(confirmLinkIn(mail));
  await page.getByRole("button", { name: "Continue" }).click();
  return page;
}

test("PASSWORD_RECOVERY after the sidecar's exchange keeps its own tab at the new password, and no other", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const email = newAddress("nora");
  const other = await newRequester({ context, mailbox, email, ...nora });
  await other.getByRole("button", { name: "Account of Nora Okafor" }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(other.getByText("You are signed out on this device.")).toBeVisible();

  const page = await openResetLink({ context, mailbox, email });
  const title = page.getByRole("heading", { name: "Choose a new password" });
  await expect(title).toBeVisible();
  await expectEvents(page, ["INITIAL_SESSION", "PASSWORD_RECOVERY"]);
  await expectEvents(other, ["PASSWORD_RECOVERY"]);
  await expect(requests(other)).toBeVisible();

  for (const path of ["/requests?q=tax", "/", "/inbox"]) {
    await page.goto(path);
    await expect(title).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/reset-password");
  }
  await page.goto("/requests?q=tax");
  await page.getByLabel("New password", { exact: true }).fill("four quiet words here");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await expectEvents(page, ["USER_UPDATED"]);
  await expect(page).toHaveURL("/requests?q=tax");
  await page.goto("/inbox");
  await expect(page.getByRole("heading", { name: "Asked of me" })).toBeVisible();
});

test("PASSWORD_RECOVERY that is cancelled signs out", async ({ openBrowser, mailbox, newAddress }) => {
  const email = newAddress("nora");
  await newRequester({ context: await openBrowser(desk), mailbox, email, ...nora });
  const context = await openBrowser(desk);
  const page = await openResetLink({ context, mailbox, email });
  await page.getByRole("button", { name: "Cancel and sign out" }).click();
  await expect(page.getByText("You are signed out on this device.")).toBeVisible();
  expect(await sessionCookies(context)).toEqual([]);
});

test("MFA_CHALLENGE_VERIFIED opens what was hidden, in every tab, and goes on to where the person was going", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const email = newAddress("nora");
  const first = await newRequester({ context: await openBrowser(desk), mailbox, email, ...nora });
  await first.goto("/settings/security");
  const app = await addAuthenticator(first, "Phone");

  const context = await openBrowser(phone);
  const page = await context.newPage();
  await page.goto("/requests?q=tax");
  await signInWithCode(page, mailbox, email);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  const other = await context.newPage();
  await other.goto("/requests");
  await expect(other.getByRole("heading", { name: "Enter your code" })).toBeVisible();

  await page.getByLabel("Code, 6 digits").fill(app.code());
  await expect(requests(page)).toBeVisible();
  await expect(page).toHaveURL("/requests?q=tax");
  await expect(requests(other)).toBeVisible();
  for (const tab of [page, other]) await expectEvents(tab, ["MFA_CHALLENGE_VERIFIED"]);
  expectSpecifiedSession(await sessionCookies(context));
});
