import { pathOf } from "../browser.ts";
import type { Scene, Step } from "./scene.ts";

/** Sign-in codes, in the browser that asked for them and elsewhere. */
export function signInSteps(scene: Scene): Step[] {
  const { harness, named, browser, other, head, finish } = scene;
  return [
    ["HEAD /auth/callback", "anything, a good code too", () => head(scene.callback)],
    ["GET /auth/callback", "the code, in a browser that did not ask", () => other.visit(scene.callback)],
    ["GET /auth/callback", "the code, in the browser that asked", () => browser.visit(scene.callback)],
    [
      "GET /auth/callback",
      "the same once more, by reload or back button",
      () => browser.visit(scene.callback),
    ],
    [
      "GET /auth/callback",
      "the code of somebody else, where a person signed in long ago",
      async () => {
        const elsewhere = harness.newBrowser();
        await harness.later(-90, async () => {
          const { callback: before } = await harness.signInUpToCallback(elsewhere);
          await elsewhere.visit(pathOf(before));
        });
        return elsewhere.visit(scene.callback);
      },
    ],
    ["GET /auth/callback", "the code, `next` off our site", () => finish("/x", { next: "/\\evil.example" })],
    [
      "GET /auth/callback",
      "the code, too late",
      async () => {
        const user = harness.newBrowser();
        const reached = await harness.signInUpToCallback(user, { next: "/r/abc" });
        named[reached.flowId] = "<flow>";
        return harness.later(6, () => user.visit(pathOf(reached.callback)));
      },
    ],
    [
      "GET /auth/callback",
      "the code with the verifier of another sign-in",
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
export function kindSteps(scene: Scene): Step[] {
  const { harness, sidecar, browser, email, pressed, started, finish } = scene;
  const newEmail = harness.newPerson();
  return [
    [
      "GET /auth/callback",
      "the code of a recovery",
      async () => {
        const redirectTo = `${sidecar.siteUrl}/auth/callback?next=/r/abc`;
        await harness.later(2, () =>
          started(browser, () => browser.client.auth.resetPasswordForEmail(email, { redirectTo })),
        );
        return browser.visit(await pressed(browser, email));
      },
    ],
    ["GET /auth/callback", "the code of a joined account, `type=link`", () => finish("", { type: "link" })],
    [
      "GET /auth/callback",
      "the first half of a change of address",
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
      "the code of its second half",
      async () => browser.visit(await pressed(browser, newEmail)),
    ],
  ];
}
