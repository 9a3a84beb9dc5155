import { pathOf } from "../browser.ts";
import type { Scene, Step } from "./scene.ts";

/** Sign-in codes, in the browser that requested them and in others. */
export function signInSteps(scene: Scene): Step[] {
  const { harness, named, browser, other, head, finish } = scene;
  return [
    ["HEAD /auth/callback", "any request, even with a valid code", () => head(scene.callback)],
    ["GET /auth/callback", "a code, in a browser that did not request it", () => other.visit(scene.callback)],
    ["GET /auth/callback", "a code, in the browser that requested it", () => browser.visit(scene.callback)],
    [
      "GET /auth/callback",
      "the same code again, after a reload or the back button",
      () => browser.visit(scene.callback),
    ],
    [
      "GET /auth/callback",
      "another user's code, in a browser with an expired session",
      async () => {
        const elsewhere = harness.newBrowser();
        await harness.later(-90, async () => {
          const { callback: before } = await harness.signInUpToCallback(elsewhere);
          await elsewhere.visit(pathOf(before));
        });
        return elsewhere.visit(scene.callback);
      },
    ],
    [
      "GET /auth/callback",
      "a code, with `next` on another site",
      () => finish("/x", { next: "/\\evil.example" }),
    ],
    [
      "GET /auth/callback",
      "a code, after it expired",
      async () => {
        const user = harness.newBrowser();
        const reached = await harness.signInUpToCallback(user, { next: "/r/abc" });
        named[reached.flowId] = "<flow>";
        return harness.later(6, () => user.visit(pathOf(reached.callback)));
      },
    ],
    [
      "GET /auth/callback",
      "a code, with the verifier of another sign-in",
      async () => {
        const user = harness.newBrowser();
        const reached = await harness.signInUpToCallback(user, { next: "/r/abc" });
        named[reached.flowId] = "<flow>";
        const foreign = await harness.signInUpToCallback(harness.newBrowser(), { next: "/r/abc" });
        foreign.callback.searchParams.set("sb_flow_id", reached.flowId);
        return user.visit(pathOf(foreign.callback));
      },
    ],
  ];
}

/** Codes of all other flows that end in an exchange. */
export function otherFlowSteps(scene: Scene): Step[] {
  const { harness, sidecar, browser, email, pressed, started, finish } = scene;
  const newEmail = harness.newAddress();
  return [
    [
      "GET /auth/callback",
      "a password recovery code",
      async () => {
        const redirectTo = `${sidecar.siteUrl}/auth/callback?next=/r/abc`;
        await harness.later(2, () =>
          started(browser, () => browser.client.auth.resetPasswordForEmail(email, { redirectTo })),
        );
        return browser.visit(await pressed(browser, email));
      },
    ],
    ["GET /auth/callback", "the code of a linked account, `type=link`", () => finish("", { type: "link" })],
    [
      "GET /auth/callback",
      "the first of two codes for an email change",
      async () => {
        const emailRedirectTo = `${sidecar.siteUrl}/auth/callback`;
        await started(browser, () =>
          browser.client.auth.updateUser({ email: newEmail }, { emailRedirectTo }),
        );
        return browser.visit(await pressed(browser, email));
      },
    ],
    [
      "GET /auth/callback",
      "the second of two codes for an email change",
      async () => browser.visit(await pressed(browser, newEmail)),
    ],
  ];
}
