import type { Scene, Step } from "./scene.ts";

/** Signing out, unknown paths, and the two probes. */
export function otherSteps(scene: Scene): Step[] {
  const { browser, get, post, session, another } = scene;
  return [
    [
      "POST /auth/sign-out",
      "from a page of another site",
      () => post("/auth/sign-out", { Origin: "https://evil.example", Cookie: session() }),
    ],
    ["POST /auth/sign-out", "from a page of ours", () => browser.press("/auth/sign-out")],
    ["GET /auth/sign-out", "anything", () => get("/auth/sign-out")],
    ["GET /auth/anything", "anything", () => get("/auth/anything")],
    ["GET /auth/%zz", "broken percent-encoding in the path", () => get("/auth/%zz")],
    ["GET /healthz", "anything", () => get("/healthz")],
    ["GET /readyz", "the platform's Auth answers", () => get("/readyz")],
    [
      "GET /readyz",
      "the platform's Auth does not answer",
      async () => {
        const lonely = await another();
        const answer = await lonely.send({ path: "/readyz" });
        await lonely.stop();
        return answer;
      },
    ],
  ];
}
