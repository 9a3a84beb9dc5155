import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { follow, linkOf, pathOf } from "../testing/browser.ts";
import { type TestHarness, startTestHarness } from "../testing/test-harness.ts";

let harness: TestHarness;
beforeAll(async () => {
  harness = await startTestHarness();
});
afterAll(() => harness.stop());

const problem = (code: string, next = "/r/abc?tab=files") =>
  `/link-problem?code=${code}&next=${encodeURIComponent(next)}#`;

describe("a link that cannot be exchanged", () => {
  test("because it was used reports that", async () => {
    const browser = harness.newBrowser();
    const { link, flowId } = await harness.signInUpToCallback(browser);
    browser.jar.set(browser.names.flow + flowId, "1");
    const pressed = await browser.press(link);
    const back = await follow(pressed.location ?? "");
    expect((await browser.visit(pathOf(back))).location).toBe(problem("otp_expired"));
  });

  test("because it is sixteen minutes old reports that", async () => {
    const browser = harness.newBrowser();
    const email = harness.newAddress();
    await browser.requestEmail(email, "/r/abc");
    const pressed = await browser.press(linkOf(await harness.platform.mailbox.latest(email)));
    const back = await harness.later(16, () => follow(pressed.location ?? ""));
    expect((await browser.visit(pathOf(back))).location).toBe(problem("otp_expired", "/r/abc"));
  });

  test("because its code is six minutes old reports that and removes all cookies of the flow", async () => {
    const browser = harness.newBrowser();
    const { callback } = await harness.signInUpToCallback(browser);
    const response = await harness.later(6, () => browser.visit(pathOf(callback)));
    expect(response.location).toBe(problem("flow_state_expired"));
    expect([...browser.jar.keys()]).toEqual([]);
  });

  test("because its code was used elsewhere reports that", async () => {
    const browser = harness.newBrowser();
    const { callback } = await harness.signInUpToCallback(browser);
    const saved = new Map(browser.jar);
    await browser.visit(pathOf(callback));
    browser.jar.clear();
    for (const [name, value] of saved) browser.jar.set(name, value);
    expect((await browser.visit(pathOf(callback))).location).toBe(problem("flow_state_not_found"));
  });

  test("leads to no stranger's request in a browser that didn't start it", async () => {
    const { callback } = await harness.signInUpToCallback(harness.newBrowser());
    const victim = harness.newBrowser();
    const own = await harness.signInUpToCallback(victim);
    await victim.visit(pathOf(own.callback));
    const answers = [
      pathOf(callback),
      `/auth/callback?error_code=otp_expired&next=%2Fr%2Fstranger`,
      `/auth/callback?error_code=otp_expired&next=%2Fr%2Fstranger&sb_flow_id=${"f".repeat(32)}`,
      `/auth/callback?message=half&next=%2Fr%2Fstranger`,
      `/auth/callback?code=12345678-1234&next=%2Fr%2Fstranger`,
    ];
    for (const path of answers) expect((await victim.visit(path)).location).not.toMatch(/%2Fr%2F|\/r\//);
  });

  test("because another browser started it says where to open it", async () => {
    const { callback } = await harness.signInUpToCallback(harness.newBrowser());
    const other = harness.newBrowser();
    const response = await other.visit(pathOf(callback));
    expect(response.location).toBe(problem("pkce_code_verifier_not_found", "/inbox"));
    expect(other.jar.size).toBe(0);
  });

  test("with another sign-in's verifier leaves that sign-in usable", async () => {
    const { callback } = await harness.signInUpToCallback(harness.newBrowser());
    const other = harness.newBrowser();
    const own = await harness.signInUpToCallback(other);
    expect((await other.visit(pathOf(callback))).location).toBe(
      problem("pkce_code_verifier_not_found", "/inbox"),
    );

    const crossed = new URL(callback);
    crossed.searchParams.set("sb_flow_id", own.flowId);
    expect((await other.visit(pathOf(crossed))).location).toBe(problem("bad_code_verifier"));
  });
});

describe("a link opened in another browser", () => {
  test("is passed to the page, which verifies it", async () => {
    const email = harness.newAddress();
    await harness.newBrowser().requestEmail(email, "/r/abc");
    const phone = harness.newBrowser();
    const response = await phone.press(linkOf(await harness.platform.mailbox.latest(email)));
    const page = new URL(response.location ?? "", harness.sidecar.siteUrl);
    expect([page.pathname, page.search]).toEqual(["/signed-in-as", ""]);

    const given = new URLSearchParams(page.hash.slice(1));
    expect(given.get("next")).toBe("/inbox");
    const { data } = await phone.client.auth.verifyOtp({
      token_hash: given.get("token_hash") ?? "",
      type: "email",
    });
    expect(data.user?.email).toBe(email);
  });

  test("isn't used up by a GET", async () => {
    const browser = harness.newBrowser();
    const email = harness.newAddress();
    await browser.requestEmail(email, "/r/abc");
    const link = linkOf(await harness.platform.mailbox.latest(email));
    for (let scans = 0; scans < 3; scans += 1) await harness.newBrowser().visit(link);
    await harness.newBrowser().visit(link, "HEAD");
    const callback = await follow((await browser.press(link)).location ?? "");
    expect((await browser.visit(pathOf(callback))).location).toBe("/r/abc");
  });
});

describe("the readiness check", () => {
  test("succeeds while the platform responds", async () => {
    expect((await harness.sidecar.send({ path: "/readyz" })).status).toBe(200);
  });
});
