import type { APIResponse } from "@playwright/test";
import { cookieNames } from "@sheaf/contract/cookies";
import { comeBack, expectEvents } from "../fixtures/auth-events.ts";
import { requestsHeading, signInWithCode, welcomeHeading } from "../fixtures/people.ts";
import {
  expectSpecifiedHeaders,
  expectSpecifiedSession,
  sessionCookies,
  sessionSetCookies,
} from "../fixtures/session-cookies.ts";
import { expireSession, storedSession } from "../fixtures/stored-session.ts";
import { desk, expect, test } from "../fixtures/test.ts";
import { stack } from "../stack.ts";

const persist = "**/auth/persist";

test("a browser that keeps no cookies is told so after the code, and not led in a circle", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  await context.addInitScript(
    (name) => {
      const jar = Object.getOwnPropertyDescriptor(Document.prototype, "cookie");
      Object.defineProperty(document, "cookie", {
        get: () => jar?.get?.call(document),
        set: (line: string) => {
          if (!line.startsWith(`${name}=`) && !line.startsWith(`${name}.`)) jar?.set?.call(document, line);
        },
      });
    },
    cookieNames({ secure: false }).session,
  );
  const page = await context.newPage();
  const pagesSeen: string[] = [];
  page.on("framenavigated", (frame) => pagesSeen.push(new URL(frame.url()).pathname));
  await page.goto("/sign-in?next=/inbox");
  await signInWithCode(page, mailbox, newAddress("nora"));
  await expect(page.getByText("did not keep", { exact: false })).toBeVisible();
  await expect(page.getByText("Allow cookies for this site", { exact: false })).toBeVisible();
  expect(await sessionCookies(context)).toEqual([]);
  expect(new Set(pagesSeen)).toEqual(new Set(["/sign-in"]));
});

test("a session that grew real is written in parts by the page, and by the sidecar as they are", async ({
  request,
  signUp,
}) => {
  const { context, page } = await signUp();
  await expect(requestsHeading(page)).toBeVisible();
  const before = await storedSession(context);
  const grown = await request.put(`${stack.platformUrl}/auth/v1/user`, {
    headers: { apikey: stack.publishableKey, authorization: `Bearer ${before?.access_token}` },
    data: { data: { name: "Nørå ".repeat(400) } },
  });
  expect(grown.status()).toBe(200);

  // The next day: the sidecar is due, and the session has to be renewed.
  await page.evaluate(() => localStorage.removeItem("sheaf:persisted"));
  await expireSession(context);
  const persisted = page.waitForResponse(persist);
  await page.reload();
  await expectEvents(page, ["TOKEN_REFRESHED"]);
  const written = await sessionSetCookies(await persisted);
  expectSpecifiedHeaders(written);
  expect(written.length).toBeGreaterThan(2);
  const kept = await sessionCookies(context);
  expectSpecifiedSession(kept);
  expect(new Set(written.map((line) => line.split("=")[0]))).toEqual(new Set(kept.map(({ name }) => name)));
  expect((await storedSession(context))?.user.user_metadata?.["name"]).toBe("Nørå ".repeat(400));
  await page.reload();
  await expect(requestsHeading(page)).toBeVisible();
});

test("a session that was renewed while the sidecar repeated the old one is the one that stays", async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  const context = await openBrowser(desk);
  const page = await context.newPage();
  const asked = Promise.withResolvers<APIResponse>();
  const answer = Promise.withResolvers<void>();
  await context.route(persist, async (route) => {
    const response = await route.fetch();
    asked.resolve(response);
    await answer.promise;
    await route.fulfill({ response });
  });
  await page.goto("/sign-in");
  await signInWithCode(page, mailbox, newAddress("nora"));
  await expect(welcomeHeading(page)).toBeVisible();
  expect((await asked.promise).headers()["set-cookie"]).toContain("sheaf-auth=base64-");
  const old = await expireSession(context);
  await comeBack(page);
  await expectEvents(page, ["TOKEN_REFRESHED"]);
  const renewed = await storedSession(context);
  expect(renewed?.refresh_token).not.toBe(old.refresh_token);

  const answered = page.waitForResponse(persist);
  answer.resolve();
  await answered;
  await expect.poll(async () => (await storedSession(context))?.access_token).toBe(renewed?.access_token);
  await page.reload();
  await expect(welcomeHeading(page)).toBeVisible();
  expect((await storedSession(context))?.refresh_token).toBe(renewed?.refresh_token);
});
