import { afterAll, beforeAll, expect, test } from "vitest";
import { startPlatform, type Platform } from "../platform.ts";
import { startLocalAccount } from "./local-account.ts";
import { newBrowserWithCookies, reachPage } from "../testing/local-account.client.ts";

let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform({ migrations: "none", localAccount: true });
}, 60_000);

afterAll(async () => {
  await platform.stop();
});

const begin = async () => {
  const response = await fetch(`${platform.url}/auth/v1/authorize?provider=keycloak`, { redirect: "manual" });
  return response.headers.get("location") ?? "";
};

const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });

test("it has its own host name, because cookies ignore ports", async () => {
  expect(platform.localAccountUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await begin()).toContain(`${platform.localAccountUrl}/protocol/openid-connect/auth?`);
});

test("its page allows no scripts and no frames, and may redirect to the app", async () => {
  const browser = newBrowserWithCookies();
  const page = await browser(await reachPage(browser, await begin()));
  expect(page.status).toBe(200);
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("form-action");
  expect(page.headers.get("cache-control")).toBe("no-store");
  expect(await page.text()).not.toContain("<script");
});

test("an invalid address shows the form again with its values", async () => {
  const browser = newBrowserWithCookies();
  const page = await reachPage(browser, await begin());
  const again = await browser(
    page,
    form({ answer: "continue", email: "ada", name: '"Ada"', verified: "no" }),
  );
  expect(again.status).toBe(422);
  const html = await again.text();
  expect(html).toContain('value="ada"');
  expect(html).toContain('value="&quot;Ada&quot;"');
  expect(html).toMatch(/value="no"\s+checked/);
  expect(html).toContain("Enter an email address.");
});

test("every sign-in asks who it is", async () => {
  const browser = newBrowserWithCookies();
  const person = form({ answer: "continue", email: "ada@mail.example", name: "", verified: "yes" });
  const first = await browser(await reachPage(browser, await begin()), person);
  await browser(first.headers.get("location") ?? "");
  expect(await reachPage(browser, await begin())).toContain("/login/");
});

test("a page without a sign-in in progress says so", async () => {
  const lost = await fetch(`${platform.localAccountUrl}/login/nothing`);
  expect(lost.status).toBe(410);
  expect(await lost.text()).toContain("This sign-in has expired");
  const posted = await fetch(`${platform.localAccountUrl}/login/nothing`, form({ answer: "refuse" }));
  expect(posted.status).toBe(410);
});

test("it redirects only to its own platform", async () => {
  const elsewhere = new URL(await begin());
  elsewhere.searchParams.set("redirect_uri", "http://127.0.0.1:1/elsewhere");
  const response = await fetch(elsewhere, { redirect: "manual" });
  expect(response.status).toBe(400);
  expect(response.headers.get("location")).toBeNull();
  expect(await response.text()).toContain("This sign-in has expired");
});

test("it listens on loopback only", async () => {
  const callbackUrl = `${platform.url}/auth/v1/callback`;
  await expect(startLocalAccount({ host: "0.0.0.0", port: 0, callbackUrl })).rejects.toThrow("loopback only");
});

test("a busy port is named", async () => {
  const port = Number(new URL(platform.localAccountUrl ?? "").port);
  await expect(startPlatform({ migrations: "none", localAccount: port })).rejects.toThrow(
    `Port ${port}, meant for the Local account, is in use.`,
  );
});

test("without it the provider is off", async () => {
  const plain = await startPlatform({ migrations: "none" });
  try {
    expect(plain.localAccountUrl).toBeUndefined();
    const headers = { apikey: plain.anonKey };
    const settings: unknown = await (await fetch(`${plain.url}/auth/v1/settings`, { headers })).json();
    expect(settings).toMatchObject({ external: { keycloak: false } });
    const response = await fetch(`${plain.url}/auth/v1/authorize?provider=keycloak`, { redirect: "manual" });
    expect(response.status).toBe(400);
  } finally {
    await plain.stop();
  }
});
