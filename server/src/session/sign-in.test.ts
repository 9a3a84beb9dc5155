import { sessionCookieAttributes } from "@sheaf/contract/cookies";
import { type Platform, startPlatform } from "@sheaf/platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, createBrowser, follow, linkOf, pathOf } from "../testing/browser.ts";
import { parseSetCookie } from "../testing/set-cookie.ts";
import { type Sidecar, startSidecar } from "../testing/start-sidecar.ts";
import { sessionIdOf } from "./flash.ts";

let platform: Platform;
let sidecar: Sidecar;
let people = 0;
/** How far ahead of us the platform's clock is, in minutes. */
let minutesAhead = 0;

beforeAll(async () => {
  const clock = () => new Date(Date.now() + minutesAhead * 60_000);
  platform = await startPlatform({ migrations: "none", clock });
  sidecar = await startSidecar({
    platformUrl: platform.url,
    publishableKey: platform.anonKey,
    limits: { perAddress: 1000 },
  });
});
afterAll(async () => {
  await sidecar.stop();
  await platform.stop();
});

const newBrowser = (): Browser =>
  createBrowser({ sidecar, platformUrl: platform.url, anonKey: platform.anonKey });
const newPerson = (): string => `person-${(people += 1)}@lind.example`;

/** From the form to the address that ends the exchange, with the link of the mail opened in `reader`. */
async function signInUpToCallback(browser: Browser, options: { email?: string; next?: string } = {}) {
  const { email = newPerson(), next = "/r/abc?tab=files" } = options;
  const flowId = await browser.askForMail(email, next);
  const link = linkOf(await platform.mailbox.latest(email));
  const pressed = await browser.press(link);
  const callback = await follow(pressed.location ?? "");
  return { email, flowId, link, callback };
}
const problem = (code: string, next = "/r/abc?tab=files") =>
  `/link-problem?code=${code}&next=${encodeURIComponent(next)}#`;

describe("a link opened in the browser that asked for it", () => {
  test("ends in session cookies with the fixed attributes and at the destination", async () => {
    const browser = newBrowser();
    const { email, flowId, callback } = await signInUpToCallback(browser);
    expect(callback.searchParams.get("sb_flow_id")).toBe(flowId);
    const answer = await browser.visit(pathOf(callback));

    expect([answer.status, answer.location, answer.text]).toEqual([303, "/r/abc?tab=files", ""]);
    const cookies = answer.setCookies.map(parseSetCookie);
    const session = cookies.find((cookie) => cookie.name === "sheaf-auth");
    expect(session?.attributes).toEqual({
      "max-age": String(sessionCookieAttributes.maxAge),
      path: "/",
      samesite: "Lax",
      expires: expect.any(String),
    });
    const { data } = await browser.client.auth.getUser();
    expect(data.user?.email).toBe(email);
  });

  test("leaves no verifier and no marker behind, and writes each cookie once", async () => {
    const browser = newBrowser();
    const { callback } = await signInUpToCallback(browser);
    const answer = await browser.visit(pathOf(callback));
    const written = answer.setCookies.map((line) => parseSetCookie(line).name);
    expect(new Set(written).size).toBe(written.length);
    expect([...browser.jar.keys()].sort()).toEqual(["sheaf-auth", "sheaf-flash"]);
  });

  test("tells the page once what the sign-in was for", async () => {
    const browser = newBrowser();
    const { callback } = await signInUpToCallback(browser);
    const answer = await browser.visit(pathOf(callback));
    const flash = answer.setCookies.map(parseSetCookie).find((cookie) => cookie.name === "sheaf-flash");
    const { data } = await browser.client.auth.getSession();
    expect(JSON.parse(flash?.value ?? "")).toEqual({
      type: "sign-in",
      session_id: sessionIdOf(data.session?.access_token ?? ""),
    });
    expect(flash?.attributes["max-age"]).toBe("600");
    expect(flash?.attributes).not.toHaveProperty("httponly");
  });

  test("is marked Secure, by host alone, on a site with https", async () => {
    const secure = await startSidecar({
      siteUrl: "https://localhost",
      platformUrl: platform.url,
      publishableKey: platform.anonKey,
    });
    const browser = createBrowser({ sidecar: secure, platformUrl: platform.url, anonKey: platform.anonKey });
    const email = newPerson();
    const flowId = await browser.askForMail(email, "/inbox");
    const link = new URL(linkOf(await platform.mailbox.latest(email)), "https://localhost");
    const token = link.searchParams.get("token_hash") ?? "";
    const verify = new URL("/auth/v1/verify", platform.url);
    verify.search = new URLSearchParams({ token, type: link.searchParams.get("type") ?? "" }).toString();
    const code = (await follow(verify.href)).searchParams.get("code");
    const answer = await browser.visit(`/auth/callback?code=${code}&sb_flow_id=${flowId}`);

    const cookies = answer.setCookies.map(parseSetCookie);
    expect(cookies.map((cookie) => cookie.name)).toContain("__Host-sheaf-auth");
    for (const { name, attributes } of cookies) {
      expect(name).toMatch(/^__Host-/);
      expect(attributes).toMatchObject({ secure: "", path: "/" });
      expect(attributes).not.toHaveProperty("domain");
    }
    await secure.stop();
  });

  test("replaces the session of before in whole, also where that had more chunks", async () => {
    const browser = newBrowser();
    const { callback } = await signInUpToCallback(browser);
    for (const name of ["sheaf-auth.0", "sheaf-auth.1", "sheaf-auth.2"]) browser.jar.set(name, "base64-b2xk");
    await browser.visit(pathOf(callback));
    expect([...browser.jar.keys()].filter((name) => name.startsWith("sheaf-auth"))).toEqual(["sheaf-auth"]);
  });

  test("asks the platform once, although an expired session of before is still there", async () => {
    const browser = newBrowser();
    const { callback } = await signInUpToCallback(browser);
    const expired = {
      access_token: "a.e30.c",
      refresh_token: "dead",
      expires_at: 1,
      expires_in: 1,
      user: {},
    };
    browser.jar.set("sheaf-auth", `base64-${Buffer.from(JSON.stringify(expired)).toString("base64url")}`);
    const before = sidecar.platformCalls.length;
    const answer = await browser.visit(pathOf(callback));
    expect(answer.location).toBe("/r/abc?tab=files");
    expect(sidecar.platformCalls.slice(before)).toEqual(["POST /auth/v1/token"]);
  });

  test("goes on when it is called again, by the back button or a reload", async () => {
    const browser = newBrowser();
    const { callback } = await signInUpToCallback(browser);
    await browser.visit(pathOf(callback));
    const again = await browser.visit(pathOf(callback));
    expect([again.location, again.setCookies]).toEqual(["/r/abc?tab=files", []]);
  });

  test("signs in twice with one exchange when the browser asks twice at once", async () => {
    const browser = newBrowser();
    const { callback } = await signInUpToCallback(browser);
    const answers = await Promise.all([browser.visit(pathOf(callback)), browser.visit(pathOf(callback))]);
    for (const answer of answers) {
      expect(answer.location).toBe("/r/abc?tab=files");
      expect(answer.setCookies.map((line) => parseSetCookie(line).name)).toContain("sheaf-auth");
    }
  });

  test("still works after a second mail was asked for", async () => {
    const browser = newBrowser();
    const email = newPerson();
    const { callback } = await signInUpToCallback(browser, { email });
    await browser.askForMail(newPerson(), "/inbox");
    const answer = await browser.visit(pathOf(callback));
    expect(answer.location).toBe("/r/abc?tab=files");
    expect([...browser.jar.keys()].some((name) => /-flow-\w+-code-verifier$/.test(name))).toBe(true);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/.//evil.example",
    "/auth/sign-out",
  ])("never leads to %s", async (next) => {
    const browser = newBrowser();
    const { callback } = await signInUpToCallback(browser, { next });
    callback.searchParams.set("next", next);
    expect((await browser.visit(pathOf(callback))).location).toBe("/");
    expect(browser.jar.has("sheaf-auth")).toBe(true);
  });
});

describe("a link to recover an account", () => {
  test("signs in, says so to the page, and follows no destination of its own", async () => {
    const browser = newBrowser();
    const { email, callback } = await signInUpToCallback(browser);
    await browser.visit(pathOf(callback));

    const redirectTo = `${sidecar.siteUrl}/auth/callback?next=%2Fr%2Fabc`;
    const { error } = await browser.client.auth.resetPasswordForEmail(email, { redirectTo });
    expect(error).toBeNull();
    const slot = [...browser.jar.keys()].find((name) => /-flow-\w+-code-verifier$/.test(name)) ?? "";
    browser.jar.set(browser.names.flow + (/-flow-(\w+)-code/.exec(slot)?.[1] ?? ""), "1");
    const pressed = await browser.press(linkOf(await platform.mailbox.latest(email)));
    const answer = await browser.visit(pathOf(await follow(pressed.location ?? "")));

    expect(answer.location).toBe("/");
    expect(JSON.parse(browser.jar.get("sheaf-flash") ?? "")).toMatchObject({ type: "recovery" });
  });
});

describe("a link that cannot be exchanged", () => {
  test("because it was used, says so", async () => {
    const browser = newBrowser();
    const { link, flowId } = await signInUpToCallback(browser);
    browser.jar.set(browser.names.flow + flowId, "1");
    const pressed = await browser.press(link);
    const back = await follow(pressed.location ?? "");
    expect((await browser.visit(pathOf(back))).location).toBe(problem("otp_expired"));
  });

  test("because it lay in the mailbox for sixteen minutes, says so", async () => {
    const browser = newBrowser();
    const email = newPerson();
    await browser.askForMail(email, "/r/abc");
    const pressed = await browser.press(linkOf(await platform.mailbox.latest(email)));
    minutesAhead = 16;
    const back = await follow(pressed.location ?? "");
    minutesAhead = 0;
    expect((await browser.visit(pathOf(back))).location).toBe(problem("otp_expired", "/r/abc"));
  });

  test("because its code waited six minutes, says so and gives up the verifier of that flow", async () => {
    const browser = newBrowser();
    const { callback } = await signInUpToCallback(browser);
    minutesAhead = 6;
    const answer = await browser.visit(pathOf(callback));
    minutesAhead = 0;
    expect(answer.location).toBe(problem("flow_state_expired"));
    expect([...browser.jar.keys()].some((name) => name.includes("-flow-"))).toBe(false);
  });

  test("because its code was used up elsewhere, says so", async () => {
    const browser = newBrowser();
    const { callback } = await signInUpToCallback(browser);
    const kept = new Map(browser.jar);
    await browser.visit(pathOf(callback));
    browser.jar.clear();
    for (const [name, value] of kept) browser.jar.set(name, value);
    expect((await browser.visit(pathOf(callback))).location).toBe(problem("flow_state_not_found"));
  });

  test("because another browser started it, says where to open it", async () => {
    const { callback } = await signInUpToCallback(newBrowser());
    const other = newBrowser();
    const answer = await other.visit(pathOf(callback));
    expect(answer.location).toBe(problem("pkce_code_verifier_not_found"));
    expect(other.jar.size).toBe(0);
  });

  test("with the verifier of another sign-in, leaves that other sign-in usable", async () => {
    const { callback } = await signInUpToCallback(newBrowser());
    const other = newBrowser();
    const own = await signInUpToCallback(other);
    expect((await other.visit(pathOf(callback))).location).toBe(problem("pkce_code_verifier_not_found"));

    const crossed = new URL(callback);
    crossed.searchParams.set("sb_flow_id", own.flowId);
    expect((await other.visit(pathOf(crossed))).location).toBe(problem("bad_code_verifier"));
  });
});

describe("a link opened in another browser", () => {
  test("is left to the page, which can then verify it there", async () => {
    const email = newPerson();
    await newBrowser().askForMail(email, "/r/abc");
    const phone = newBrowser();
    const answer = await phone.press(linkOf(await platform.mailbox.latest(email)));
    const page = new URL(answer.location ?? "", sidecar.siteUrl);
    expect([page.pathname, page.search]).toEqual(["/signed-in-as", ""]);

    const given = new URLSearchParams(page.hash.slice(1));
    expect(given.get("next")).toBe("/r/abc");
    const { data } = await phone.client.auth.verifyOtp({
      token_hash: given.get("token_hash") ?? "",
      type: "email",
    });
    expect(data.user?.email).toBe(email);
  });

  test("is not used up by being looked at", async () => {
    const browser = newBrowser();
    const email = newPerson();
    await browser.askForMail(email, "/r/abc");
    const link = linkOf(await platform.mailbox.latest(email));
    for (let scans = 0; scans < 3; scans += 1) await newBrowser().visit(link);
    await newBrowser().visit(link, "HEAD");
    const callback = await follow((await browser.press(link)).location ?? "");
    expect((await browser.visit(pathOf(callback))).location).toBe("/r/abc");
  });
});

describe("asked whether it is ready", () => {
  test("says yes while the platform answers", async () => {
    expect((await sidecar.send({ path: "/readyz" })).status).toBe(200);
  });
});
