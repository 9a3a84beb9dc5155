import process from "node:process";
import type { Page, Request } from "@playwright/test";
import { heardEvents } from "../fixtures/auth-events.ts";
import { signInWithCode } from "../fixtures/people.ts";
import { storedSession } from "../fixtures/stored-session.ts";
import { desk, expect, test } from "../fixtures/test.ts";

// A session that runs out many times in a second may be refused to a read that is on its way.
test.use({ expectedTrouble: /401 .*\/rest\/v1\// });

const rounds = Number(process.env["E2E_ROUNDS"] ?? 1000);

test(`two tabs whose session runs out at the same moment keep it, ${rounds} times`, async ({
  openBrowser,
  mailbox,
  newAddress,
}) => {
  test.setTimeout(60_000 + rounds * 1000);
  const context = await openBrowser(desk);
  const one = await context.newPage();
  await one.goto("/sign-in");
  await signInWithCode(one, mailbox, newAddress("nora"));
  const two = await context.newPage();
  await two.goto("/inbox");
  await one.goto("/inbox");
  const tabs = [one, two];
  for (const tab of tabs) await expect(tab.getByRole("heading", { name: "Asked of me" })).toBeVisible();

  for (const tab of tabs) await tab.evaluate(comeBackOnCall);

  const answers = new Map<number, number>();
  const underWay = new Set<Request>();
  const renews = (request: Request) =>
    request.url().includes("grant_type=refresh_token") && request.method() === "POST";
  context.on("request", (request) => {
    if (renews(request)) underWay.add(request);
  });
  context.on("requestfinished", async (request) => {
    if (!renews(request)) return;
    const status = (await request.response())?.status() ?? 0;
    answers.set(status, (answers.get(status) ?? 0) + 1);
    underWay.delete(request);
  });
  const first = await storedSession(context);
  const started = performance.now();
  const outcomes = new Map<string, number>();
  for (let round = 0; round < rounds; round += 1) {
    // An hour lies between two ends of a real session, so no renewal of the round before may still be under way:
    // a tab that looks meanwhile shares that one's outcome and asks for nothing of its own.
    while (underWay.size > 0) await one.evaluate(nextTurn);
    await one.evaluate(runOut);
    // The browser shows a cookie to the page that wrote it first; a call may be there before it.
    await Promise.all(tabs.map((tab) => tab.evaluate(seesTheEnd)));
    const since = await one.evaluate(callAll);
    const renewed = await Promise.all(tabs.map((tab) => tab.evaluate(isRenewed, since)));
    for (const outcome of renewed) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  const seconds = (performance.now() - started) / 1000;
  const last = await storedSession(context);
  const events = await Promise.all(tabs.map((tab) => heardEvents(tab)));
  const count = (tab: string[] | undefined, event: string) =>
    (tab ?? []).filter((heard) => heard === event).length;
  const refreshes = [...answers.values()].reduce((sum, number) => sum + number, 0);
  const figures = [
    `${rounds} rounds in ${seconds.toFixed(1)} s`,
    `${refreshes} refreshes asked for (${[...answers].map(([status, number]) => `${number} × ${status}`).join(", ")})`,
    `TOKEN_REFRESHED heard ${events.map((tab) => count(tab, "TOKEN_REFRESHED")).join(" and ")} times`,
    `SIGNED_OUT heard ${events.map((tab) => count(tab, "SIGNED_OUT")).join(" and ")} times`,
    `after each round, of ${2 * rounds} looks: ${[...outcomes].map(([outcome, number]) => `${number} ${outcome}`).join(", ")}`,
  ];
  test.info().annotations.push({ type: "figures", description: figures.join("; ") });
  process.stdout.write(`    ${figures.join("\n    ")}\n`);

  // Each round renewed the session, in the cookie and for both tabs.
  expect([...outcomes]).toEqual([["renewed", 2 * rounds]]);
  expect([...answers.keys()]).toEqual([200]);
  expect(refreshes).toBeGreaterThanOrEqual(rounds);
  expect(refreshes).toBeLessThanOrEqual(2 * rounds);
  for (const tab of events) expect(count(tab, "SIGNED_OUT")).toBe(0);
  // One session from the first round to the last.
  expect(last?.user.id).toBe(first?.user.id);
  expect(sessionIdOf(last?.access_token)).toBe(sessionIdOf(first?.access_token));
  for (const tab of tabs) await expectAlive(tab);
});

/** Still the page it was, and the service still takes its questions. */
async function expectAlive(tab: Page): Promise<void> {
  await expect(tab).toHaveURL("/inbox");
  await tab.reload();
  await expect(tab.getByRole("heading", { name: "Asked of me" })).toBeVisible();
  await expect(tab.getByText("Nothing is asked of you")).toBeVisible();
}

function sessionIdOf(accessToken = ""): unknown {
  const claims: { session_id?: unknown } = JSON.parse(
    Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString(),
  );
  return claims.session_id;
}

/** In the page: when the test calls, the person comes back to this tab, which makes the client look at the session. */
function comeBackOnCall(): void {
  new BroadcastChannel("two-tabs").addEventListener("message", () =>
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true })),
  );
}

/** In the page: rewrites the session's cookie so that its hour is over. */
function runOut(): void {
  const value = /(?:^|; )sheaf-auth=base64-([^;]*)/.exec(document.cookie)?.[1] ?? "";
  const session: { expires_at: number } = JSON.parse(atob(value.replaceAll("-", "+").replaceAll("_", "/")));
  session.expires_at = Math.floor(Date.now() / 1000) - 60;
  const changed = btoa(JSON.stringify(session)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  document.cookie = `sheaf-auth=base64-${changed}; Path=/; Max-Age=34560000; SameSite=Lax`;
}

/** In the page: waits until the cookie of a session that has run out can be read here. */
async function seesTheEnd(): Promise<void> {
  for (;;) {
    const value = /(?:^|; )sheaf-auth=base64-([^;]*)/.exec(document.cookie)?.[1] ?? "";
    const session: { expires_at: number } = JSON.parse(atob(value.replaceAll("-", "+").replaceAll("_", "/")));
    if (session.expires_at * 1000 < Date.now()) return;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** In the page: calls every tab back. Returns when. */
function callAll(): number {
  const now = performance.timeOrigin + performance.now();
  new BroadcastChannel("two-tabs").postMessage("come back");
  return now;
}

/** In the page: lets everything run that waits. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** In the page: waits until the session is alive again and this tab has heard so, and says what became of it. */
async function isRenewed(since: number): Promise<string> {
  const isAlive = () => {
    const value = /(?:^|; )sheaf-auth=base64-([^;]*)/.exec(document.cookie)?.[1];
    if (value === undefined) return false;
    const session: { expires_at: number } = JSON.parse(atob(value.replaceAll("-", "+").replaceAll("_", "/")));
    return session.expires_at * 1000 > Date.now();
  };
  const hasHeard = () => {
    const last = performance.getEntriesByName("sheaf:auth:TOKEN_REFRESHED").at(-1);
    return last !== undefined && performance.timeOrigin + last.startTime >= since;
  };
  const end = performance.now() + 5000;
  while (performance.now() < end) {
    if (isAlive() && hasHeard()) return "renewed";
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  if (isAlive()) return "alive without a word";
  return document.cookie.includes("sheaf-auth=") ? "to be renewed" : "lost";
}
