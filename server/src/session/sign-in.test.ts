import { sessionCookieAttributes } from "@sheaf/contract/cookies";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, createBrowser, follow, linkOf, pathOf } from "../testing/browser.ts";
import { parseSetCookie } from "../testing/set-cookie.ts";
import { type TestHarness, startTestHarness } from "../testing/test-harness.ts";
import { startSidecar } from "../testing/start-sidecar.ts";
import { sessionIdOf } from "./token-claims.ts";

let harness: TestHarness;
beforeAll(async () => {
  harness = await startTestHarness();
});
afterAll(() => harness.stop());

const verifierSlot = /-flow-\w+-code-verifier$/;

describe("an emailed link opened in the browser that asked for it", () => {
  test("sets session cookies with the fixed attributes and leads to the destination", async () => {
    const browser = harness.newBrowser();
    const { email, flowId, callback } = await harness.signInUpToCallback(browser);
    expect(callback.searchParams.get("sb_flow_id")).toBe(flowId);
    const response = await browser.visit(pathOf(callback));

    expect([response.status, response.location, response.text]).toEqual([303, "/r/abc?tab=files", ""]);
    const cookies = response.setCookies.map(parseSetCookie);
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

  test("removes the verifier and the marker, and writes each cookie once", async () => {
    const browser = harness.newBrowser();
    const { callback } = await harness.signInUpToCallback(browser);
    const response = await browser.visit(pathOf(callback));
    const written = response.setCookies.map((line) => parseSetCookie(line).name);
    expect(new Set(written).size).toBe(written.length);
    expect([...browser.jar.keys()].sort()).toEqual(["sheaf-auth", "sheaf-flash"]);
  });

  test("tells the page once what the sign-in was for", async () => {
    const browser = harness.newBrowser();
    const { callback } = await harness.signInUpToCallback(browser);
    const response = await browser.visit(pathOf(callback));
    const flash = response.setCookies.map(parseSetCookie).find((cookie) => cookie.name === "sheaf-flash");
    const { data } = await browser.client.auth.getSession();
    expect(JSON.parse(flash?.value ?? "")).toEqual({
      type: "sign-in",
      session_id: sessionIdOf(data.session?.access_token ?? ""),
    });
    expect(flash?.attributes["max-age"]).toBe("600");
    expect(flash?.attributes).not.toHaveProperty("httponly");
  });

  test("uses Secure __Host- cookies on an https site", async () => {
    const secure = await startSidecar({
      siteUrl: "https://localhost",
      platformUrl: harness.platform.url,
      publishableKey: harness.platform.anonKey,
    });
    const browser = createBrowser({
      sidecar: secure,
      platformUrl: harness.platform.url,
      anonKey: harness.platform.anonKey,
    });
    const email = harness.newAddress();
    const flowId = await browser.requestEmail(email, "/inbox");
    const link = new URL(linkOf(await harness.platform.mailbox.latest(email)), "https://localhost");
    const token = link.searchParams.get("token_hash") ?? "";
    const verify = new URL("/auth/v1/verify", harness.platform.url);
    verify.search = new URLSearchParams({ token, type: link.searchParams.get("type") ?? "" }).toString();
    const code = (await follow(verify.href)).searchParams.get("code");
    const response = await browser.visit(`/auth/callback?code=${code}&sb_flow_id=${flowId}`);

    const cookies = response.setCookies.map(parseSetCookie);
    expect(cookies.map((cookie) => cookie.name)).toContain("__Host-sheaf-auth");
    for (const { name, attributes } of cookies) {
      expect(name).toMatch(/^__Host-/);
      expect(attributes).toMatchObject({ secure: "", path: "/" });
      expect(attributes).not.toHaveProperty("domain");
    }
    await secure.stop();
  });

  test("replaces the previous session completely, even one with more chunks", async () => {
    const browser = harness.newBrowser();
    const { callback } = await harness.signInUpToCallback(browser);
    for (const name of ["sheaf-auth.0", "sheaf-auth.1", "sheaf-auth.2"]) browser.jar.set(name, "base64-b2xk");
    await browser.visit(pathOf(callback));
    expect([...browser.jar.keys()].filter((name) => name.startsWith("sheaf-auth"))).toEqual(["sheaf-auth"]);
  });

  test("calls the platform once, even with an expired previous session", async () => {
    const browser = harness.newBrowser();
    const { callback } = await harness.signInUpToCallback(browser);
    const expired = {
      access_token: "a.e30.c",
      refresh_token: "dead",
      expires_at: 1,
      expires_in: 1,
      user: {},
    };
    browser.jar.set("sheaf-auth", `base64-${Buffer.from(JSON.stringify(expired)).toString("base64url")}`);
    const before = harness.sidecar.platformCalls.length;
    const response = await browser.visit(pathOf(callback));
    expect(response.location).toBe("/r/abc?tab=files");
    expect(harness.sidecar.platformCalls.slice(before)).toEqual(["POST /auth/v1/token"]);
  });

  test("continues when repeated by the back button or a reload", async () => {
    const browser = harness.newBrowser();
    const { callback } = await harness.signInUpToCallback(browser);
    await browser.visit(pathOf(callback));
    const again = await browser.visit(pathOf(callback));
    expect([again.location, again.setCookies]).toEqual(["/inbox", []]);
  });

  test("answers two simultaneous requests with one exchange", async () => {
    const browser = harness.newBrowser();
    const { callback } = await harness.signInUpToCallback(browser);
    const responses = await Promise.all([browser.visit(pathOf(callback)), browser.visit(pathOf(callback))]);
    for (const response of responses) {
      expect(response.location).toBe("/r/abc?tab=files");
      expect(response.setCookies.map((line) => parseSetCookie(line).name)).toContain("sheaf-auth");
    }
  });

  test("still works after a second email was requested", async () => {
    const browser = harness.newBrowser();
    const email = harness.newAddress();
    const { callback } = await harness.signInUpToCallback(browser, { email });
    await browser.requestEmail(harness.newAddress(), "/inbox");
    const response = await browser.visit(pathOf(callback));
    expect(response.location).toBe("/r/abc?tab=files");
    expect([...browser.jar.keys()].some((name) => verifierSlot.test(name))).toBe(true);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/.//evil.example",
    "/auth/sign-out",
  ])("never leads to %s", async (next) => {
    const browser = harness.newBrowser();
    const { callback } = await harness.signInUpToCallback(browser, { next });
    callback.searchParams.set("next", next);
    expect((await browser.visit(pathOf(callback))).location).toBe("/");
    expect(browser.jar.has("sheaf-auth")).toBe(true);
  });
});

describe("a sign-in while someone is signed in", () => {
  const signIn = async (browser: Browser, email: string): Promise<void> => {
    const { callback } = await harness.signInUpToCallback(browser, { email });
    await browser.visit(pathOf(callback));
  };
  /** Asks the platform about this browser's current session: 200, or 403 once it has ended. */
  const sessionOf = async (browser: Browser): Promise<() => Promise<number>> => {
    const { data } = await browser.client.auth.getSession();
    const headers = {
      apikey: harness.platform.anonKey,
      Authorization: `Bearer ${data.session?.access_token}`,
    };
    return async () => (await fetch(`${harness.platform.url}/auth/v1/user`, { headers })).status;
  };

  test("ends the replaced session on the platform too", async () => {
    const email = harness.newAddress();
    const browser = harness.newBrowser();
    const phone = harness.newBrowser();
    // Minutes apart, because only one email per minute is allowed.
    await harness.later(-4, () => signIn(phone, email));
    await harness.later(-2, () => signIn(browser, email));
    const ofBefore = await sessionOf(browser);
    const ofPhone = await sessionOf(phone);

    await signIn(browser, email);
    await expect.poll(ofBefore).toBe(403);
    expect(await ofPhone()).toBe(200);
    expect((await browser.client.auth.getUser()).data.user?.email).toBe(email);
  });

  test("signs in the link's recipient", async () => {
    const browser = harness.newBrowser();
    const first = await harness.signInUpToCallback(browser);
    await browser.visit(pathOf(first.callback));
    const second = await harness.signInUpToCallback(browser);
    await browser.visit(pathOf(second.callback));
    const { data } = await browser.client.auth.getUser();
    expect(data.user?.email).toBe(second.email);
  });

  test("doesn't wait for the platform to end the previous session", async () => {
    const browser = harness.newBrowser();
    const first = await harness.signInUpToCallback(browser);
    await browser.visit(pathOf(first.callback));
    const { callback } = await harness.signInUpToCallback(browser);
    harness.sidecar.hold("POST /auth/v1/logout");
    const response = await browser.visit(pathOf(callback));
    expect(response.location).toBe("/r/abc?tab=files");
    harness.sidecar.release();
  });
});

describe("a recovery link", () => {
  test("signs in, tells the page, and leads to the new password with the destination", async () => {
    const browser = harness.newBrowser();
    const { email, callback } = await harness.signInUpToCallback(browser);
    await browser.visit(pathOf(callback));

    const redirectTo = `${harness.sidecar.siteUrl}/auth/callback?next=%2Fr%2Fabc`;
    await browser.startFlow(() => browser.client.auth.resetPasswordForEmail(email, { redirectTo }));
    const pressed = await browser.press(linkOf(await harness.platform.mailbox.latest(email)));
    const response = await browser.visit(pathOf(await follow(pressed.location ?? "")));

    expect(response.location).toBe("/reset-password?next=%2Fr%2Fabc");
    expect(JSON.parse(browser.jar.get("sheaf-flash") ?? "")).toMatchObject({ type: "recovery" });
  });
});

describe("an email change", () => {
  test("is half done after the first link and complete after the second", async () => {
    const browser = harness.newBrowser();
    const { email, callback } = await harness.signInUpToCallback(browser);
    await browser.visit(pathOf(callback));

    const newEmail = harness.newAddress();
    const emailRedirectTo = `${harness.sidecar.siteUrl}/auth/callback`;
    await browser.startFlow(() => browser.client.auth.updateUser({ email: newEmail }, { emailRedirectTo }));
    const open = async (address: string) => {
      const pressed = await browser.press(linkOf(await harness.platform.mailbox.latest(address)));
      return browser.visit(pathOf(await follow(pressed.location ?? "")));
    };
    const first = await open(email);
    expect([first.location, first.setCookies]).toEqual([
      "/link-problem?code=email_change.half_done&type=email_change&next=%2Fsettings%2Fsecurity#",
      [],
    ]);
    const second = await open(newEmail);
    expect(second.location).toBe("/settings/security");
    expect(JSON.parse(browser.jar.get("sheaf-flash") ?? "")).toMatchObject({ type: "email-change" });
    expect((await browser.client.auth.getUser()).data.user?.email).toBe(newEmail);
  });
});

describe("a linked provider account", () => {
  test("is reported to the page by the type in the callback's URL", async () => {
    const browser = harness.newBrowser();
    const { callback } = await harness.signInUpToCallback(browser);
    callback.searchParams.delete("next");
    callback.searchParams.set("type", "link");
    expect((await browser.visit(pathOf(callback))).location).toBe("/settings/security");
    expect(JSON.parse(browser.jar.get("sheaf-flash") ?? "")).toMatchObject({ type: "link" });
  });
});
