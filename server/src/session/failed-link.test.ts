import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { follow, linkOf, pathOf } from "../testing/browser.ts";
import { type Stage, startStage } from "../testing/stage.ts";

let stage: Stage;
beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

const problem = (code: string, next = "/r/abc?tab=files") =>
  `/link-problem?code=${code}&next=${encodeURIComponent(next)}#`;

describe("a link that cannot be exchanged", () => {
  test("because it was used, says so", async () => {
    const browser = stage.newBrowser();
    const { link, flowId } = await stage.signInUpToCallback(browser);
    browser.jar.set(browser.names.flow + flowId, "1");
    const pressed = await browser.press(link);
    const back = await follow(pressed.location ?? "");
    expect((await browser.visit(pathOf(back))).location).toBe(problem("otp_expired"));
  });

  test("because it lay in the mailbox for sixteen minutes, says so", async () => {
    const browser = stage.newBrowser();
    const email = stage.newPerson();
    await browser.askForMail(email, "/r/abc");
    const pressed = await browser.press(linkOf(await stage.platform.mailbox.latest(email)));
    const back = await stage.later(16, () => follow(pressed.location ?? ""));
    expect((await browser.visit(pathOf(back))).location).toBe(problem("otp_expired", "/r/abc"));
  });

  test("because its code waited six minutes, says so and gives up every trace of that flow", async () => {
    const browser = stage.newBrowser();
    const { callback } = await stage.signInUpToCallback(browser);
    const answer = await stage.later(6, () => browser.visit(pathOf(callback)));
    expect(answer.location).toBe(problem("flow_state_expired"));
    expect([...browser.jar.keys()]).toEqual([]);
  });

  test("because its code was used up elsewhere, says so", async () => {
    const browser = stage.newBrowser();
    const { callback } = await stage.signInUpToCallback(browser);
    const kept = new Map(browser.jar);
    await browser.visit(pathOf(callback));
    browser.jar.clear();
    for (const [name, value] of kept) browser.jar.set(name, value);
    expect((await browser.visit(pathOf(callback))).location).toBe(problem("flow_state_not_found"));
  });

  test("because another browser started it, says where to open it", async () => {
    const { callback } = await stage.signInUpToCallback(stage.newBrowser());
    const other = stage.newBrowser();
    const answer = await other.visit(pathOf(callback));
    expect(answer.location).toBe(problem("pkce_code_verifier_not_found"));
    expect(other.jar.size).toBe(0);
  });

  test("with the verifier of another sign-in, leaves that other sign-in usable", async () => {
    const { callback } = await stage.signInUpToCallback(stage.newBrowser());
    const other = stage.newBrowser();
    const own = await stage.signInUpToCallback(other);
    expect((await other.visit(pathOf(callback))).location).toBe(problem("pkce_code_verifier_not_found"));

    const crossed = new URL(callback);
    crossed.searchParams.set("sb_flow_id", own.flowId);
    expect((await other.visit(pathOf(crossed))).location).toBe(problem("bad_code_verifier"));
  });
});

describe("a link opened in another browser", () => {
  test("is left to the page, which can then verify it there", async () => {
    const email = stage.newPerson();
    await stage.newBrowser().askForMail(email, "/r/abc");
    const phone = stage.newBrowser();
    const answer = await phone.press(linkOf(await stage.platform.mailbox.latest(email)));
    const page = new URL(answer.location ?? "", stage.sidecar.siteUrl);
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
    const browser = stage.newBrowser();
    const email = stage.newPerson();
    await browser.askForMail(email, "/r/abc");
    const link = linkOf(await stage.platform.mailbox.latest(email));
    for (let scans = 0; scans < 3; scans += 1) await stage.newBrowser().visit(link);
    await stage.newBrowser().visit(link, "HEAD");
    const callback = await follow((await browser.press(link)).location ?? "");
    expect((await browser.visit(pathOf(callback))).location).toBe("/r/abc");
  });
});

describe("asked whether it is ready", () => {
  test("says yes while the platform answers", async () => {
    expect((await stage.sidecar.send({ path: "/readyz" })).status).toBe(200);
  });
});
