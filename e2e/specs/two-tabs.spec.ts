import process from "node:process";
import type { Page, Request } from "@playwright/test";
import { scaled } from "@sheaf/testing/scaled";
import { heardEvents } from "../fixtures/auth-events.ts";
import { signInWithCode } from "../fixtures/sign-in.ts";
import { readSession } from "../fixtures/stored-session.ts";
import { desk, expect, test } from "../fixtures/test.ts";

// When a session expires many times in a second, a read in progress may be rejected.
test.use({ expectedBrowserErrors: /401 .*\/rest\/v1\// });

const rounds = Number(process.env["E2E_ROUNDS"] ?? 30);

test(`two tabs whose session expires at the same moment stay signed in, ${rounds} times`, async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  test.setTimeout(scaled(60_000 + rounds * 1000));
  const context = await openBrowser(desk);
  const one = await context.newPage();
  await one.goto("/sign-in");
  await signInWithCode(one, mailbox, newAddress("nora"));
  const two = await context.newPage();
  await two.goto("/inbox");
  await one.goto("/inbox");
  const tabs = [one, two];
  for (const tab of tabs) await expect(tab.getByRole("heading", { name: "Needed from you" })).toBeVisible();

  for (const tab of tabs) await tab.evaluate(returnOnBroadcast);

  const statuses = new Map<number, number>();
  const underWay = new Set<Request>();
  const isRefresh = (request: Request) =>
    request.url().includes("grant_type=refresh_token") && request.method() === "POST";
  context.on("request", (request) => {
    if (isRefresh(request)) underWay.add(request);
  });
  context.on("requestfinished", async (request) => {
    if (!isRefresh(request)) return;
    const status = (await request.response())?.status() ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    underWay.delete(request);
  });
  const first = await readSession(context);
  const started = performance.now();
  const outcomes = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    // Real expiries are an hour apart, so wait for the refreshes of the previous round: a tab that reads the session
    // while one is under way shares its result instead of refreshing.
    while (underWay.size > 0) await one.evaluate(nextTask);
    const since = await one.evaluate(expireCookie);
    // A page sees its own cookie write first; the broadcast may reach the other tab before the cookie does.
    await Promise.all(tabs.map((tab) => tab.evaluate(untilExpired, since)));
    await one.evaluate(broadcastReturn);
    const results = await Promise.all(tabs.map((tab) => tab.evaluate(refreshOutcome, since)));
    for (const outcome of results) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  const seconds = (performance.now() - started) / 1000;
  const last = await readSession(context);
  const events = await Promise.all(tabs.map((tab) => heardEvents(tab)));
  const count = (tab: string[] | undefined, event: string) =>
    (tab ?? []).filter((received) => received === event).length;
  const refreshes = [...statuses.values()].reduce((sum, number) => sum + number, 0);
  const figures = [
    `${rounds} rounds in ${seconds.toFixed(1)} s`,
    `${refreshes} refreshes requested (${[...statuses].map(([status, number]) => `${number} × ${status}`).join(", ")})`,
    `TOKEN_REFRESHED received ${events.map((tab) => count(tab, "TOKEN_REFRESHED")).join(" and ")} times`,
    `SIGNED_OUT received ${events.map((tab) => count(tab, "SIGNED_OUT")).join(" and ")} times`,
    `outcomes of ${2 * rounds} checks: ${[...outcomes].map(([outcome, number]) => `${number} ${outcome}`).join(", ")}`,
  ];
  test.info().annotations.push({ type: "figures", description: figures.join("; ") });
  process.stdout.write(`    ${figures.join("\n    ")}\n`);

  // Each round refreshed the session, in the cookie and in both tabs.
  expect([...outcomes]).toEqual([["refreshed", 2 * rounds]]);
  expect([...statuses.keys()]).toEqual([200]);
  expect(refreshes).toBeGreaterThanOrEqual(rounds);
  expect(refreshes).toBeLessThanOrEqual(2 * rounds);
  for (const tab of events) expect(count(tab, "SIGNED_OUT")).toBe(0);
  // The session is the same from the first round to the last.
  expect(last?.user.id).toBe(first?.user.id);
  expect(sessionIdOf(last?.access_token)).toBe(sessionIdOf(first?.access_token));
  for (const tab of tabs) await expectSignedIn(tab);
});

/** Expects the tab to show the same page and the service to accept its requests. */
async function expectSignedIn(tab: Page): Promise<void> {
  await expect(tab).toHaveURL("/inbox");
  await tab.reload();
  await expect(tab.getByRole("heading", { name: "Needed from you" })).toBeVisible();
  await expect(tab.getByText("No requests for you")).toBeVisible();
}

function sessionIdOf(accessToken = ""): unknown {
  const claims: { session_id?: unknown } = JSON.parse(
    Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString(),
  );
  return claims.session_id;
}

/** Runs in the page. Simulates a return to this tab on each broadcast, so that the client reads the session. */
function returnOnBroadcast(): void {
  new BroadcastChannel("two-tabs").addEventListener("message", () =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
}

/**
 * Runs in the page. Rewrites the session cookie so that the session has expired.
 *
 * @returns the time before that, in milliseconds since 1970.
 */
function expireCookie(): number {
  const now = performance.timeOrigin + performance.now();
  const value = /(?:^|; )sheaf-auth=base64-([^;]*)/.exec(document.cookie)?.[1] ?? "";
  const session: { expires_at: number } = JSON.parse(atob(value.replaceAll("-", "+").replaceAll("_", "/")));
  session.expires_at = Math.floor(Date.now() / 1000) - 60;
  const changed = btoa(JSON.stringify(session)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  document.cookie = `sheaf-auth=base64-${changed}; Path=/; Max-Age=34560000; SameSite=Lax`;
  return now;
}

/** Runs in the page. Waits until the expired session is readable here, or the client's own timer has refreshed it. */
async function untilExpired(since: number): Promise<void> {
  for (;;) {
    const last = performance.getEntriesByName("sheaf:auth:TOKEN_REFRESHED").at(-1);
    if (last !== undefined && performance.timeOrigin + last.startTime >= since) return;
    const value = /(?:^|; )sheaf-auth=base64-([^;]*)/.exec(document.cookie)?.[1] ?? "";
    const session: { expires_at: number } = JSON.parse(atob(value.replaceAll("-", "+").replaceAll("_", "/")));
    if (session.expires_at * 1000 < Date.now()) return;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Runs in the page. Broadcasts to every tab. */
function broadcastReturn(): void {
  new BroadcastChannel("two-tabs").postMessage("return");
}

/** Runs in the page. Waits for one task of the event loop. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** Runs in the page. Waits up to 5 s for a valid session and its event in this tab; returns the outcome. */
async function refreshOutcome(since: number): Promise<string> {
  const isValid = () => {
    const value = /(?:^|; )sheaf-auth=base64-([^;]*)/.exec(document.cookie)?.[1];
    if (value === undefined) return false;
    const session: { expires_at: number } = JSON.parse(atob(value.replaceAll("-", "+").replaceAll("_", "/")));
    return session.expires_at * 1000 > Date.now();
  };
  const hasEvent = () => {
    const last = performance.getEntriesByName("sheaf:auth:TOKEN_REFRESHED").at(-1);
    return last !== undefined && performance.timeOrigin + last.startTime >= since;
  };
  const deadline = performance.now() + 5000;
  while (performance.now() < deadline) {
    if (isValid() && hasEvent()) return "refreshed";
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  if (isValid()) return "refreshed without an event";
  return document.cookie.includes("sheaf-auth=") ? "still expired" : "lost";
}
