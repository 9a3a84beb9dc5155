import { pathOf } from "../browser.ts";
import type { Scene, Step } from "./scene.ts";

/** Sessions sent back by the page. */
export function persistSteps(scene: Scene): Step[] {
  const { harness, browser, get, post, own, session, another, busy } = scene;
  return [
    ["POST /auth/persist", "a good session", () => browser.press("/auth/persist")],
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
    ["POST /auth/persist", "no session, or not one of the platform's", () => post("/auth/persist", own)],
    [
      "POST /auth/persist",
      "from a page of another site",
      () => post("/auth/persist", { Origin: "https://evil.example", Cookie: session() }),
    ],
    [
      "POST /auth/persist",
      "origin `null`",
      () => post("/auth/persist", { Origin: "null", Cookie: session() }),
    ],
    [
      "POST /auth/persist",
      "the platform out of reach",
      async () => {
        const lonely = await another();
        const headers = { Origin: lonely.siteUrl, Cookie: session() };
        const answer = await lonely.send({ method: "POST", path: "/auth/persist", headers });
        await lonely.stop();
        return answer;
      },
    ],
    ["POST /auth/persist", "too many attempts", () => busy("/auth/persist", "POST")],
    ["GET /auth/persist", "anything", () => get("/auth/persist")],
  ];
}
