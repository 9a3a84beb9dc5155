import type { APIResponse } from "@playwright/test";
import { cookieNames } from "@sheaf/contract/cookies";
import { expectEvents, returnToTab } from "../fixtures/auth-events.ts";
import { requestsHeading, signInWithCode, welcomeHeading } from "../fixtures/sign-in.ts";
import {
  expectSpecifiedHeaders,
  expectSpecifiedSession,
  sessionCookies,
  sessionSetCookies,
} from "../fixtures/session-cookies.ts";
import { expireSession, readSession } from "../fixtures/stored-session.ts";
import { desk, expect, test } from "../fixtures/test.ts";
import { stack } from "../stack.ts";

const persist = "**/auth/persist";

test("a browser that blocks the session cookie shows a notice after the code, without a redirect loop", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  await context.addInitScript(
    (name) => {
      const cookie = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
      Object.defineProperty(document, "cookie", {
        get: () => cookie?.get?.call(document),
        set: (line: string) => {
          if (!line.startsWith(`${name}=`) && !line.startsWith(`${name}.`)) cookie?.set?.call(document, line);
        },
      });
    },
    cookieNames({ secure: false }).session,
  );
  const page = await context.newPage();
  const visitedPaths: string[] = [];
  page.on("framenavigated", (frame) => visitedPaths.push(new URL(frame.url()).pathname));
  await page.goto("/sign-in?next=/inbox");
  await signInWithCode(page, mailbox, newAddress("nora"));
  await expect(page.getByText("blocked the sign-in cookie", { exact: false })).toBeVisible();
  await expect(page.getByText("Allow cookies for this site", { exact: false })).toBeVisible();
  expect(await sessionCookies(context)).toEqual([]);
  expect(new Set(visitedPaths)).toEqual(new Set(["/sign-in"]));
});

test("a session too large for one cookie is written in parts by the page and the sidecar, and leaves none", async ({
  request,
  seedRequester,
}) => {
  const { context, page } = await seedRequester();
  await expect(requestsHeading(page)).toBeVisible();
  const before = await readSession(context);
  const update = await request.put(`${stack.platformUrl}/auth/v1/user`, {
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${before?.access_token}` },
    data: { data: { name: "Nørå ".repeat(400) } },
  });
  expect(update.status()).toBe(200);

  // Simulate the next day: the sidecar has to persist the session again, and the session has expired.
  await page.evaluate(() => localStorage.removeItem("sheaf:persisted"));
  await expireSession(context);
  const persisted = page.waitForResponse(persist);
  await page.reload();
  await expectEvents(page, ["TOKEN_REFRESHED"]);
  const written = await sessionSetCookies(await persisted);
  expectSpecifiedHeaders(written);
  expect(written.length).toBeGreaterThan(2);
  const stored = await sessionCookies(context);
  expectSpecifiedSession(stored);
  expect(new Set(written.map((line) => line.split("=")[0]))).toEqual(new Set(stored.map(({ name }) => name)));
  expect((await readSession(context))?.user.user_metadata?.["name"]).toBe("Nørå ".repeat(400));

  // A small session leaves no parts of the large one.
  const large = await readSession(context);
  const reduced = await request.put(`${stack.platformUrl}/auth/v1/user`, {
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${large?.access_token}` },
    data: { data: { name: "Nora" } },
  });
  expect(reduced.status()).toBe(200);
  await expireSession(context);
  await page.reload();
  await expect(requestsHeading(page)).toBeVisible();
  await expectEvents(page, ["TOKEN_REFRESHED"]);
  expect((await sessionCookies(context)).map(({ name }) => name)).toEqual(["sheaf-auth"]);
});

test("a clock that is ten minutes ahead shows one notice, and the session isn't renewed without end", async ({
  openBrowser,
  seedRequester,
}) => {
  const context = await openBrowser(desk);
  await context.clock.install({ time: Date.now() + 10 * 60_000 });
  let refreshes = 0;
  context.on("request", (request) => {
    if (request.url().includes("grant_type=refresh_token")) refreshes += 1;
  });
  const { page } = await seedRequester({ context });
  await expect(page.getByText("This device’s clock is 10 minutes ahead.", { exact: false })).toHaveCount(1);
  await page.reload();
  await expect(requestsHeading(page)).toBeVisible();
  expect(refreshes).toBe(0);
});

test("a session refreshed while the sidecar persists the old one is not overwritten", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  const persistResponse = Promise.withResolvers<APIResponse>();
  const release = Promise.withResolvers<void>();
  await context.route(persist, async (route) => {
    const response = await route.fetch();
    persistResponse.resolve(response);
    await release.promise;
    await route.fulfill({ response });
  });
  await page.goto("/sign-in");
  await signInWithCode(page, mailbox, newAddress("nora"));
  await expect(welcomeHeading(page)).toBeVisible();
  expect((await persistResponse.promise).headers()["set-cookie"]).toContain("sheaf-auth=base64-");
  const old = await expireSession(context);
  await returnToTab(page);
  await expectEvents(page, ["TOKEN_REFRESHED"]);
  const refreshed = await readSession(context);
  expect(refreshed?.refresh_token).not.toBe(old.refresh_token);

  const answered = page.waitForResponse(persist);
  release.resolve();
  await answered;
  await expect.poll(async () => (await readSession(context))?.access_token).toBe(refreshed?.access_token);
  await page.reload();
  await expect(welcomeHeading(page)).toBeVisible();
  expect((await readSession(context))?.refresh_token).toBe(refreshed?.refresh_token);
});
