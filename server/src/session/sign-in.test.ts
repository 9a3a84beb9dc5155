import { sessionCookieAttributes } from "@sheaf/contract/cookies";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Browser, createBrowser, follow, linkOf, pathOf } from "../testing/browser.ts";
import { parseSetCookie } from "../testing/set-cookie.ts";
import { type Stage, startStage } from "../testing/stage.ts";
import { startSidecar } from "../testing/start-sidecar.ts";
import { sessionIdOf } from "./token-claims.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const verifierSlot = /-flow-\w+-code-verifier$/;

describe("a link opened in the browser that asked for it", () => {
  test("ends in session cookies with the fixed attributes and at the destination", async () => {
    const browser = stage.newBrowser();
    const { email, flowId, callback } = await stage.signInUpToCallback(browser);
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
    const browser = stage.newBrowser();
    const { callback } = await stage.signInUpToCallback(browser);
    const answer = await browser.visit(pathOf(callback));
    const written = answer.setCookies.map((line) => parseSetCookie(line).name);
    expect(new Set(written).size).toBe(written.length);
    expect([...browser.jar.keys()].sort()).toEqual(["sheaf-auth", "sheaf-flash"]);
  });

  test("tells the page once what the sign-in was for", async () => {
    const browser = stage.newBrowser();
    const { callback } = await stage.signInUpToCallback(browser);
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
      platformUrl: stage.platform.url,
      publishableKey: stage.platform.anonKey,
    });
    const browser = createBrowser({
      sidecar: secure,
      platformUrl: stage.platform.url,
      anonKey: stage.platform.anonKey,
    });
    const email = stage.newPerson();
    const flowId = await browser.askForMail(email, "/inbox");
    const link = new URL(linkOf(await stage.platform.mailbox.latest(email)), "https://localhost");
    const token = link.searchParams.get("token_hash") ?? "";
    const verify = new URL("/auth/v1/verify", stage.platform.url);
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
    const browser = stage.newBrowser();
    const { callback } = await stage.signInUpToCallback(browser);
    for (const name of ["sheaf-auth.0", "sheaf-auth.1", "sheaf-auth.2"]) browser.jar.set(name, "base64-b2xk");
    await browser.visit(pathOf(callback));
    expect([...browser.jar.keys()].filter((name) => name.startsWith("sheaf-auth"))).toEqual(["sheaf-auth"]);
  });

  test("asks the platform once, although an expired session of before is still there", async () => {
    const browser = stage.newBrowser();
    const { callback } = await stage.signInUpToCallback(browser);
    const expired = {
      access_token: "a.e30.c",
      refresh_token: "dead",
      expires_at: 1,
      expires_in: 1,
      user: {},
    };
    browser.jar.set("sheaf-auth", `base64-${Buffer.from(JSON.stringify(expired)).toString("base64url")}`);
    const before = stage.sidecar.platformCalls.length;
    const answer = await browser.visit(pathOf(callback));
    expect(answer.location).toBe("/r/abc?tab=files");
    expect(stage.sidecar.platformCalls.slice(before)).toEqual(["POST /auth/v1/token"]);
  });

  test("goes on when it is called again, by the back button or a reload", async () => {
    const browser = stage.newBrowser();
    const { callback } = await stage.signInUpToCallback(browser);
    await browser.visit(pathOf(callback));
    const again = await browser.visit(pathOf(callback));
    expect([again.location, again.setCookies]).toEqual(["/r/abc?tab=files", []]);
  });

  test("signs in twice with one exchange when the browser asks twice at once", async () => {
    const browser = stage.newBrowser();
    const { callback } = await stage.signInUpToCallback(browser);
    const answers = await Promise.all([browser.visit(pathOf(callback)), browser.visit(pathOf(callback))]);
    for (const answer of answers) {
      expect(answer.location).toBe("/r/abc?tab=files");
      expect(answer.setCookies.map((line) => parseSetCookie(line).name)).toContain("sheaf-auth");
    }
  });

  test("still works after a second mail was asked for", async () => {
    const browser = stage.newBrowser();
    const email = stage.newPerson();
    const { callback } = await stage.signInUpToCallback(browser, { email });
    await browser.askForMail(stage.newPerson(), "/inbox");
    const answer = await browser.visit(pathOf(callback));
    expect(answer.location).toBe("/r/abc?tab=files");
    expect([...browser.jar.keys()].some((name) => verifierSlot.test(name))).toBe(true);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "/.//evil.example",
    "/auth/sign-out",
  ])("never leads to %s", async (next) => {
    const browser = stage.newBrowser();
    const { callback } = await stage.signInUpToCallback(browser, { next });
    callback.searchParams.set("next", next);
    expect((await browser.visit(pathOf(callback))).location).toBe("/");
    expect(browser.jar.has("sheaf-auth")).toBe(true);
  });
});

describe("a sign-in where somebody is signed in already", () => {
  const signIn = async (browser: Browser, email: string): Promise<void> => {
    const { callback } = await stage.signInUpToCallback(browser, { email });
    await browser.visit(pathOf(callback));
  };
  /** Asks the platform about the session that is now in this browser: 200 or, once it has ended, 403. */
  const sessionOf = async (browser: Browser): Promise<() => Promise<number>> => {
    const { data } = await browser.client.auth.getSession();
    const headers = {
      apikey: stage.platform.anonKey,
      Authorization: `Bearer ${data.session?.access_token}`,
    };
    return async () => (await fetch(`${stage.platform.url}/auth/v1/user`, { headers })).status;
  };

  test("ends the session that it replaces, on the platform too", async () => {
    const email = stage.newPerson();
    const browser = stage.newBrowser();
    const phone = stage.newBrowser();
    // Minutes apart, since nobody gets two mails within one.
    await stage.later(-4, () => signIn(phone, email));
    await stage.later(-2, () => signIn(browser, email));
    const ofBefore = await sessionOf(browser);
    const ofPhone = await sessionOf(phone);

    await signIn(browser, email);
    await expect.poll(ofBefore).toBe(403);
    expect(await ofPhone()).toBe(200);
    expect((await browser.client.auth.getUser()).data.user?.email).toBe(email);
  });

  test("signs in the one whom the link was for", async () => {
    const browser = stage.newBrowser();
    const first = await stage.signInUpToCallback(browser);
    await browser.visit(pathOf(first.callback));
    const second = await stage.signInUpToCallback(browser);
    await browser.visit(pathOf(second.callback));
    const { data } = await browser.client.auth.getUser();
    expect(data.user?.email).toBe(second.email);
  });

  test("does not wait for a platform that never answers the end of the former one", async () => {
    const browser = stage.newBrowser();
    const first = await stage.signInUpToCallback(browser);
    await browser.visit(pathOf(first.callback));
    const { callback } = await stage.signInUpToCallback(browser);
    stage.sidecar.hold("POST /auth/v1/logout");
    const answer = await browser.visit(pathOf(callback));
    expect(answer.location).toBe("/r/abc?tab=files");
    stage.sidecar.release();
  });
});

describe("a link to recover an account", () => {
  test("signs in, says so to the page, and leads to the new password with the destination along", async () => {
    const browser = stage.newBrowser();
    const { email, callback } = await stage.signInUpToCallback(browser);
    await browser.visit(pathOf(callback));

    const redirectTo = `${stage.sidecar.siteUrl}/auth/callback?next=%2Fr%2Fabc`;
    await browser.startFlow(() => browser.client.auth.resetPasswordForEmail(email, { redirectTo }));
    const pressed = await browser.press(linkOf(await stage.platform.mailbox.latest(email)));
    const answer = await browser.visit(pathOf(await follow(pressed.location ?? "")));

    expect(answer.location).toBe("/reset-password?next=%2Fr%2Fabc");
    expect(JSON.parse(browser.jar.get("sheaf-flash") ?? "")).toMatchObject({ type: "recovery" });
  });
});

describe("a change of address", () => {
  test("is half done after the first link and whole after the second", async () => {
    const browser = stage.newBrowser();
    const { email, callback } = await stage.signInUpToCallback(browser);
    await browser.visit(pathOf(callback));

    const newEmail = stage.newPerson();
    const emailRedirectTo = `${stage.sidecar.siteUrl}/auth/callback`;
    await browser.startFlow(() => browser.client.auth.updateUser({ email: newEmail }, { emailRedirectTo }));
    const open = async (address: string) => {
      const pressed = await browser.press(linkOf(await stage.platform.mailbox.latest(address)));
      return browser.visit(pathOf(await follow(pressed.location ?? "")));
    };
    const half = await open(email);
    expect([half.location, half.setCookies]).toEqual([
      "/link-problem?code=email_change.half_done&type=email_change&next=%2Fsettings%2Fsecurity#",
      [],
    ]);
    const whole = await open(newEmail);
    expect(whole.location).toBe("/settings/security");
    expect(JSON.parse(browser.jar.get("sheaf-flash") ?? "")).toMatchObject({ type: "email-change" });
    expect((await browser.client.auth.getUser()).data.user?.email).toBe(newEmail);
  });
});

describe("a provider's account that is joined", () => {
  test("is told to the page by the type in the callback's address", async () => {
    const browser = stage.newBrowser();
    const { callback } = await stage.signInUpToCallback(browser);
    callback.searchParams.delete("next");
    callback.searchParams.set("type", "link");
    expect((await browser.visit(pathOf(callback))).location).toBe("/settings/security");
    expect(JSON.parse(browser.jar.get("sheaf-flash") ?? "")).toMatchObject({ type: "link" });
  });
});
