import { pathOf } from "../browser.ts";
import type { Scene, Step } from "./scene.ts";

/** Sessions posted by the page to be persisted. */
export function persistSteps(scene: Scene): Step[] {
  const { harness, browser, get, post, own, session, another, busy } = scene;
  return [
    ["POST /auth/persist", "a valid session", () => browser.press("/auth/persist")],
    [
      "POST /auth/persist",
      "an expired session",
      async () => {
        const user = harness.newBrowser();
        await harness.later(-70, async () => {
          const reached = await harness.signInUpToCallback(user);
          await user.visit(pathOf(reached.callback));
        });
        return user.press("/auth/persist");
      },
    ],
    ["POST /auth/persist", "no session, or one the platform did not issue", () => post("/auth/persist", own)],
    [
      "POST /auth/persist",
      "posted from another site",
      () => post("/auth/persist", { Origin: "https://evil.example", Cookie: session() }),
    ],
    [
      "POST /auth/persist",
      "origin `null`",
      () => post("/auth/persist", { Origin: "null", Cookie: session() }),
    ],
    [
      "POST /auth/persist",
      "the platform is unreachable",
      async () => {
        const isolated = await another();
        const headers = { Origin: isolated.siteUrl, Cookie: session() };
        const response = await isolated.send({ method: "POST", path: "/auth/persist", headers });
        await isolated.stop();
        return response;
      },
    ],
    ["POST /auth/persist", "too many attempts", () => busy("/auth/persist", "POST")],
    ["GET /auth/persist", "any request", () => get("/auth/persist")],
  ];
}
