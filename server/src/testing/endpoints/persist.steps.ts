import { pathOf } from "../browser.ts";
import type { Scene, Step } from "./scene.ts";

/** The session sent back by the page. */
export function persistSteps(scene: Scene): Step[] {
  const { stage, browser, get, post, own, session, another, busy } = scene;
  return [
    ["POST /auth/persist", "a good session", () => browser.press("/auth/persist")],
    [
      "POST /auth/persist",
      "an expired session",
      async () => {
        const who = stage.newBrowser();
        await stage.later(-70, async () => {
          const reached = await stage.signInUpToCallback(who);
          await who.visit(pathOf(reached.callback));
        });
        return who.press("/auth/persist");
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
    ["POST /auth/persist", "too many tries", () => busy("/auth/persist", "POST")],
    ["GET /auth/persist", "anything", () => get("/auth/persist")],
  ];
}
