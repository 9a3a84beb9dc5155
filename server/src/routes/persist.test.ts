import { sessionCookieAttributes } from "@sheaf/contract/cookies";
import { stringFromBase64URL, stringToBase64URL } from "@supabase/ssr";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, pathOf } from "../testing/browser.ts";
import { parseSetCookie } from "../testing/set-cookie.ts";
import { type TestHarness, startTestHarness } from "../testing/test-harness.ts";
import { startSidecar } from "../testing/start-sidecar.ts";

let harness: TestHarness;
beforeAll(async () => {
  harness = await startTestHarness();
});
afterAll(() => harness.stop());

async function signedIn(): Promise<Browser> {
  const browser = harness.newBrowser();
  const { callback } = await harness.signInUpToCallback(browser);
  await browser.visit(pathOf(callback));
  return browser;
}

/** Splits the session cookie into chunks as the browser client does. */
function split(browser: Browser): string {
  const whole = browser.jar.get("sheaf-auth") ?? "";
  browser.jar.delete("sheaf-auth");
  browser.jar.set("sheaf-auth.0", whole.slice(0, 1000)).set("sheaf-auth.1", whole.slice(1000));
  return whole;
}

function changeToken(browser: Browser, change: (accessToken: string) => string): void {
  const stored = (browser.jar.get("sheaf-auth") ?? "").slice("base64-".length);
  const session = JSON.parse(stringFromBase64URL(stored));
  const changed = { ...session, access_token: change(session.access_token) };
  browser.jar.set("sheaf-auth", `base64-${stringToBase64URL(JSON.stringify(changed))}`);
}

/** Calls to the platform made while `work` ran. */
async function callsDuring<Result>(work: () => Promise<Result>): Promise<[Result, string[]]> {
  const before = harness.sidecar.platformCalls.length;
  const result = await work();
  return [result, harness.sidecar.platformCalls.slice(before)];
}

const persist = (browser: Browser) => browser.press("/auth/persist");

describe("persisting the session", () => {
  test("re-sends the unchanged cookie with the fixed attributes", async () => {
    const browser = await signedIn();
    const cookie = browser.jar.get("sheaf-auth");
    const response = await persist(browser);
    expect([response.status, response.text, response.location]).toEqual([204, "", undefined]);
    expect(response.headers["cache-control"]).toContain("no-store");
    expect(response.setCookies.map(parseSetCookie)).toEqual([
      {
        name: "sheaf-auth",
        value: cookie,
        attributes: {
          "max-age": String(sessionCookieAttributes.maxAge),
          path: "/",
          samesite: "Lax",
          expires: expect.any(String),
        },
      },
    ]);
  });

  test("re-sends every chunk and removes those of a longer previous session", async () => {
    const browser = await signedIn();
    const whole = split(browser);
    browser.jar.set("sheaf-auth.7", "left over");
    const cookies = (await persist(browser)).setCookies.map(parseSetCookie);
    expect(cookies.map(({ name, attributes }) => [name, attributes["max-age"]])).toEqual([
      ["sheaf-auth.0", "34560000"],
      ["sheaf-auth.1", "34560000"],
      ["sheaf-auth.7", "0"],
    ]);
    expect((browser.jar.get("sheaf-auth.0") ?? "") + (browser.jar.get("sheaf-auth.1") ?? "")).toBe(whole);
  });

  test("leaves the verifiers of pending sign-ins and all other cookies alone", async () => {
    const browser = await signedIn();
    await browser.requestEmail(harness.newAddress(), "/inbox");
    browser.jar.set("theme", "dark");
    const names = (await persist(browser)).setCookies.map((line) => parseSetCookie(line).name);
    expect(names).toEqual(["sheaf-auth"]);
  });

  test("never renews it; when expired, nothing is written and the platform isn't called", async () => {
    const browser = await harness.later(-70, signedIn);
    const [response, calls] = await callsDuring(() => persist(browser));
    expect([response.status, response.setCookies]).toEqual([401, []]);
    expect(calls).toEqual([]);
  });

  test("writes nothing when the page is about to renew it", async () => {
    const browser = await harness.later(-59, signedIn);
    const [response, calls] = await callsDuring(() => persist(browser));
    expect([response.status, response.setCookies]).toEqual([409, []]);
    expect(calls).not.toContain("POST /auth/v1/token");
  });

  test.each<[string, (token: string) => string]>([
    ["with other claims", (token) => token.replace(/\.(.{20})/, ".eyJzdWIiOiJzb21lYm9keSJ9")],
    ["with another signature", (token) => token.replace(/\.[^.]*$/, `.${"A".repeat(86)}`)],
    ["without a signature", (token) => token.replace(/\.[^.]*$/, ".")],
    ["of an unknown key", (token) => withHeader(token, { alg: "ES256", kid: "nobody" })],
    ["of an unknown algorithm", (token) => withHeader(token, { alg: "none", kid: "nobody" })],
    ["that is no token", () => "hello"],
    ["that is empty", () => ""],
  ])("refuses a token %s", async (_, change) => {
    const browser = await signedIn();
    changeToken(browser, change);
    const [response, calls] = await callsDuring(() => persist(browser));
    expect([response.status, response.setCookies]).toEqual([401, []]);
    expect(calls).not.toContain("POST /auth/v1/token");
  });

  test.each(["", "base64-!!!!", "j:{}", "%E0%A4%A", `base64-${stringToBase64URL("null")}`])(
    "without a session in the cookie (%j) is refused before the platform hears of it",
    async (value) => {
      const headers = { Origin: harness.sidecar.siteUrl, Cookie: `sheaf-auth=${value}` };
      const [response, calls] = await callsDuring(() =>
        harness.sidecar.send({ method: "POST", path: "/auth/persist", headers }),
      );
      expect([response.status, response.setCookies, calls]).toEqual([401, [], []]);
    },
  );

  test.each([
    ["another site", { Origin: "https://evil.example" }],
    ["a page that hides its origin", { Origin: "null" }],
    ["a sibling domain", { Origin: "null", "Sec-Fetch-Site": "same-site" }],
    ["no origin", {}],
  ])("is refused to %s, by status alone", async (_, headers) => {
    const browser = await signedIn();
    const cookie = `sheaf-auth=${browser.jar.get("sheaf-auth")}`;
    const response = await harness.sidecar.send({
      method: "POST",
      path: "/auth/persist",
      headers: { Cookie: cookie, ...headers },
    });
    expect([response.status, response.location, response.setCookies]).toEqual([403, undefined, []]);
  });

  test("too often is refused by status before the platform is called", async () => {
    const busy = await startSidecar({ limits: { perAddress: 1 } });
    const ask = () => busy.send({ method: "POST", path: "/auth/persist", headers: { Origin: busy.siteUrl } });
    expect((await ask()).status).toBe(401);
    const response = await ask();
    expect([response.status, response.headers["retry-after"], response.location]).toEqual([
      429,
      "60",
      undefined,
    ]);
    await busy.stop();
  });

  test("while the platform is unreachable reports that and writes nothing", async () => {
    const browser = await signedIn();
    const isolated = await startSidecar();
    const response = await isolated.send({
      method: "POST",
      path: "/auth/persist",
      headers: { Origin: isolated.siteUrl, Cookie: `sheaf-auth=${browser.jar.get("sheaf-auth")}` },
    });
    expect([response.status, response.setCookies]).toEqual([503, []]);
    await isolated.stop();
  });

  test("can't be triggered by a link", async () => {
    const browser = await signedIn();
    const response = await browser.visit("/auth/persist");
    expect([response.status, response.setCookies]).toEqual([404, []]);
  });
});

function withHeader(token: string, header: object): string {
  return token.replace(/^[^.]*/, stringToBase64URL(JSON.stringify(header)));
}
