import { pathOf } from "../browser.ts";
import type { Scene, Step } from "./scene.ts";

/** The code of a sign-in, in the browser that asked for it and elsewhere. */
export function signInSteps(scene: Scene): Step[] {
  const { stage, named, browser, other, head, finish } = scene;
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
        const elsewhere = stage.newBrowser();
        await stage.later(-90, async () => {
          const { callback: before } = await stage.signInUpToCallback(elsewhere);
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
        const who = stage.newBrowser();
        const reached = await stage.signInUpToCallback(who, { next: "/r/abc" });
        named[reached.flowId] = "<flow>";
        return stage.later(6, () => who.visit(pathOf(reached.callback)));
      },
    ],
    [
      "GET /auth/callback",
      "the code with the verifier of another sign-in",
      async () => {
        const who = stage.newBrowser();
        const reached = await stage.signInUpToCallback(who, { next: "/r/abc" });
        named[reached.flowId] = "<flow>";
        const foreign = await stage.signInUpToCallback(stage.newBrowser(), { next: "/r/abc" });
        foreign.callback.searchParams.set("sb_flow_id", reached.flowId);
        return who.visit(pathOf(foreign.callback));
      },
    ],
  ];
}

/** The code of everything else that ends in an exchange. */
export function kindSteps(scene: Scene): Step[] {
  const { stage, sidecar, browser, email, pressed, started, finish } = scene;
  const newEmail = stage.newPerson();
  return [
    [
      "GET /auth/callback",
      "the code of a recovery",
      async () => {
        const redirectTo = `${sidecar.siteUrl}/auth/callback?next=/r/abc`;
        await stage.later(2, () =>
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
