import { cookieNames, encodedPrefix, flowVerifierCookie } from "@sheaf/contract/cookies";
import type { Run } from "@sheaf/mocks/run";
import type { RunReport } from "@sheaf/mocks/tape/run-report";
import type { ScenarioName } from "@sheaf/mocks/scenarios/scenarios";
import type { Tape } from "@sheaf/mocks/tape/tape";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseSetCookie } from "../testing/set-cookie.ts";
import { signInTape, tapedAt, tapedSession } from "../testing/sign-in-tape.ts";
import { type Mocks, type RunBrowser, startMocks } from "../testing/start-mocks.ts";

const names = cookieNames({ secure: false });
const flow = "0123456789abcdef";
const tapeNames = ["apple", "birch", "cedar"];
const encoded = (value: unknown) => encodedPrefix + Buffer.from(JSON.stringify(value)).toString("base64url");
const tapedDate = new Date(tapedAt).toUTCString();

/** The same tapes, but sessions arrive only after twenty requests for one. */
const lateTapes = tapeNames.map((name): Tape => {
  const tape = signInTape(`late-${name}`);
  const interactions = tape.interactions.map((interaction) =>
    interaction.request.path === "/auth/v1/token"
      ? { ...interaction, response: { ...interaction.response, body: { blob: tape.name } } }
      : interaction,
  );
  return { ...tape, interactions };
});
let asking = 0;
const enough = Promise.withResolvers<void>();
async function readLate(name: string): Promise<Uint8Array<ArrayBuffer>> {
  asking += 1;
  if (asking === 20) enough.resolve();
  await enough.promise;
  return new TextEncoder().encode(JSON.stringify(tapedSession(`session-of-${name}`)));
}

let mocks: Mocks;
beforeAll(async () => {
  mocks = await startMocks([...tapeNames.map(signInTape), ...lateTapes], readLate);
});
afterAll(() => mocks.stop());

/** A browser that requested the email; all browsers here have the same verifier. */
function startedHere(run: Partial<Run> = {}): RunBrowser {
  const browser = mocks.newBrowser({ tape: "apple", ...run });
  browser.jar.set(flowVerifierCookie(names, flow), encoded("verifier"));
  browser.jar.set(names.flow + flow, "1");
  return browser;
}

function signedIn(run: Partial<Run> = {}): RunBrowser {
  const browser = mocks.newBrowser({ tape: "apple", ...run });
  browser.jar.set(names.session, encoded(tapedSession("session-of-before")));
  return browser;
}

const callback = `/auth/callback?code=taped-code-1&sb_flow_id=${flow}`;
const own = () => ({ method: "POST", headers: { Origin: mocks.siteUrl } });
const keep = (browser: RunBrowser) => browser.open("/auth/persist", own());

function confirm(browser: RunBrowser) {
  const back = new URL("/auth/callback", mocks.siteUrl);
  back.search = new URLSearchParams({ next: "/r/abc?tab=files", sb_flow_id: flow }).toString();
  const link = new URLSearchParams({
    token_hash: `pkce_${"0".repeat(56)}`,
    type: "magiclink",
    redirect_to: back.href,
  });
  return browser.open(`/auth/confirm?${link.toString()}`, own());
}

async function runReport(browser: RunBrowser): Promise<RunReport> {
  return JSON.parse((await browser.open("/mocks/run")).text);
}

const exchangeKey =
  'sidecar POST platform /auth/v1/token?grant_type=pkce {"json":{"auth_code":"taped","code_verifier":"taped"}}';

describe("a tape in the sidecar", () => {
  test("leads from the emailed link through the platform stand-in to a session, at the time of the tape", async () => {
    const browser = startedHere();
    const pressed = await confirm(browser);
    expect(pressed.location).toContain(`${mocks.platformUrl}/auth/v1/verify?`);
    const verified = await browser.open(pressed.location ?? "");
    const here = `${mocks.siteUrl}/auth/callback?next=%2Fr%2Fabc%3Ftab%3Dfiles&sb_flow_id=${flow}`;
    expect([verified.status, verified.location]).toEqual([303, `${here}&code=taped-code-1`]);
    const arrived = await browser.open(verified.location ?? "");

    expect([arrived.status, arrived.location]).toEqual([303, "/r/abc?tab=files"]);
    expect(arrived.setCookies.map(parseSetCookie).map(({ name, value }) => [name, value])).toEqual([
      [flowVerifierCookie(names, flow), ""],
      [names.session, encoded(tapedSession("session-of-apple"))],
      [names.flow + flow, ""],
      [names.flash, '{"type":"sign-in","session_id":"session-of-apple"}'],
    ]);
    for (const { headers } of [pressed, verified, arrived]) expect(headers.date).toBe(tapedDate);
    expect(await runReport(browser)).toEqual({
      interactions: 3,
      unused: ["sidecar GET platform /auth/v1/user"],
      misses: [],
    });
  });

  test("renews the cookie of a session that has expired by the real clock, after asking the tape about it", async () => {
    const browser = signedIn();
    const response = await keep(browser);
    expect(response.status).toBe(204);
    expect(response.setCookies.map((line) => parseSetCookie(line).value)).toEqual([
      browser.jar.get(names.session),
    ]);
    expect((await runReport(browser)).unused).not.toContain("sidecar GET platform /auth/v1/user");
  });

  test("responds as often as recorded and reports any further request", async () => {
    const browser = startedHere();
    await browser.open(callback);
    const again = await browser.open(callback);
    expect(again.location).toBe("/link-problem?code=service.unavailable#");
    expect((await runReport(browser)).misses).toEqual([
      { request: exchangeKey, reason: "The tape has one response for this request, and all were used." },
    ]);
  });

  test("reports the nearest request and the differences for a request that it lacks", async () => {
    const browser = mocks.newBrowser({ tape: "apple" });
    expect((await browser.open("/readyz")).status).toBe(503);
    expect((await runReport(browser)).misses).toEqual([
      {
        request: "sidecar GET platform /auth/v1/health",
        reason:
          "Nearest on the tape: sidecar GET platform /auth/v1/user\n  path: /auth/v1/health instead of /auth/v1/user",
      },
    ]);
  });
});

describe("a scenario in the sidecar", () => {
  test.each<[ScenarioName, string]>([
    ["unreachable", "service.unavailable"],
    ["rate-limited", "over_request_rate_limit"],
  ])("such as %s affects only its own run, and the page shows it", async (scenario, code) => {
    const response = await startedHere({ scenario }).open(callback);
    expect([response.location, response.setCookies]).toEqual([`/link-problem?code=${code}#`, []]);
    expect((await startedHere().open(callback)).location).toBe("/");
  });

  test("cuts the connection of a browser that follows a link to an unreachable platform", async () => {
    const followed = startedHere({ scenario: "unreachable" }).open(`${mocks.platformUrl}/auth/v1/verify`);
    await expect(followed).rejects.toThrow("socket hang up");
  });
});

describe("runs at the same time", () => {
  test("stay separate: sixty of them, with three tapes and three scenarios, with the same link", async () => {
    const before = mocks.unhandledRequests.length;
    const outcomes = await Promise.all(
      Array.from({ length: 60 }, async (_value, index) => {
        const tape = `late-${tapeNames[index % 3]}`;
        const scenario = ([undefined, "unreachable", "rate-limited"] as const)[Math.floor(index / 3) % 3];
        const browser = startedHere({ tape, scenario });
        // This session is signed out after the response, when all other requests were made.
        browser.jar.set(names.session, encoded(tapedSession("session-of-before")));
        const [{ location, setCookies }, ready] = await Promise.all([
          browser.open(callback),
          browser.open("/readyz"),
        ]);
        const flash = setCookies.map(parseSetCookie).find(({ name }) => name === names.flash)?.value;
        return { browser, seen: { tape, scenario, location, flash, ready: ready.status } };
      }),
    );
    const reports = await Promise.all(outcomes.map(({ browser }) => runReport(browser)));
    const expected = outcomes.map(({ seen: { tape, scenario } }) => {
      const base = { tape, scenario, flash: undefined, ready: 503 };
      if (scenario === "unreachable") return { ...base, location: "/link-problem?code=service.unavailable#" };
      if (scenario === "rate-limited") {
        return { ...base, location: "/link-problem?code=over_request_rate_limit#" };
      }
      return { ...base, location: "/", flash: `{"type":"sign-in","session_id":"session-of-${tape}"}` };
    });
    expect(outcomes.map(({ seen }) => seen)).toEqual(expected);
    const health = "sidecar GET platform /auth/v1/health";
    const logout = "sidecar POST platform /auth/v1/logout?scope=local";
    expect(reports.map(({ misses }) => misses.map(({ request }) => request).toSorted())).toEqual(
      expected.map(({ scenario }) => {
        if (scenario === "unreachable") return [];
        return scenario === "rate-limited" ? [health] : [health, logout];
      }),
    );
    expect(mocks.unhandledRequests).toHaveLength(before);
  });

  test("start again when the same id comes with another tape", async () => {
    const id = "kept";
    await startedHere({ id }).open(callback);
    const other = startedHere({ id, tape: "birch" });
    expect(await runReport(other)).toMatchObject({ interactions: 3, misses: [] });
    expect((await runReport(other)).unused).toHaveLength(3);
  });

  test("are removed when least recently used", async () => {
    const [first, second] = [startedHere(), startedHere()];
    for (const browser of [first, second]) await browser.open(callback);
    for (let count = 0; count < 99; count += 1) {
      await runReport(mocks.newBrowser({ tape: "apple" }));
      await runReport(second);
    }
    expect((await runReport(second)).unused).toHaveLength(2);
    expect((await runReport(first)).unused).toHaveLength(3);
  });
});

describe("a request that no tape has", () => {
  test.each([
    "/storage/v1/object/authenticated/documents/a.pdf",
    "/picture.png",
    "/data.json",
    "/auth/v1/verify?type=recovery",
  ])("gets status 404 for a link to %s, and the run reports a miss", async (path) => {
    const browser = mocks.newBrowser({ tape: "apple" });
    const response = await browser.open(mocks.platformUrl + path);
    expect([response.status, response.headers["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
    expect(response.text).toContain("Nearest on the tape: navigation GET platform /auth/v1/verify");
    expect((await runReport(browser)).misses.map(({ request }) => request)).toEqual([
      `navigation GET platform ${path}`,
    ]);
  });

  test("includes a redirect to another URL than the requested one", async () => {
    const browser = mocks.newBrowser({ tape: "apple" });
    const query = new URLSearchParams({
      token: "x",
      type: "magiclink",
      redirect_to: "https://elsewhere.example/auth/callback",
    });
    const response = await browser.open(`${mocks.platformUrl}/auth/v1/verify?${query.toString()}`);
    expect([response.status, response.location]).toEqual([404, undefined]);
    const [miss] = (await runReport(browser)).misses;
    expect(miss?.reason).toBe("The tape redirects to http://localhost:3000, which is not part of the run.");
  });

  test.each(["no run", "an unknown tape", "an unknown scenario"])("is any request with %s", async (which) => {
    const browser = startedHere({ tape: which === "an unknown tape" ? "gone" : "apple" });
    if (which === "no run") browser.jar.delete("sheaf-qa");
    if (which === "an unknown scenario") browser.jar.set("sheaf-qa", "apple.sunshine.1");
    const before = mocks.unhandledRequests.length;
    const response = await browser.open(callback);
    expect(response.location).toBe("/link-problem?code=service.unavailable#");
    expect(mocks.unhandledRequests.slice(before)).toEqual([
      `POST ${mocks.platformUrl}/auth/v1/token?grant_type=pkce`,
    ]);
    expect(Math.abs(Date.parse(response.headers.date ?? "") - Date.now())).toBeLessThan(60_000);
    const report = await browser.open("/mocks/run");
    expect([report.status, report.headers["cache-control"]]).toEqual([
      404,
      expect.stringContaining("no-store"),
    ]);
    expect((await browser.open(`${mocks.platformUrl}/auth/v1/verify`)).status).toBe(404);
  });

  test.each(["http://elsewhere.test/a.pdf", "http://elsewhere.test/a.png", "http://elsewhere.test/a.json"])(
    "never leaves the process: %s",
    async (url) => {
      await expect(fetch(url)).rejects.toThrow("fetch failed");
      expect(mocks.unhandledRequests.at(-1)).toBe(`GET ${url}`);
    },
  );
});
