import type { Scene, Step } from "./scene.ts";

/** Signing out, unknown paths, and the two probes. */
export function otherSteps(scene: Scene): Step[] {
  const { browser, get, post, session, another } = scene;
  return [
    [
      "POST /auth/sign-out",
      "posted from another site",
      () => post("/auth/sign-out", { Origin: "https://evil.example", Cookie: session() }),
    ],
    ["POST /auth/sign-out", "posted from our site", () => browser.press("/auth/sign-out")],
    ["GET /auth/sign-out", "any request", () => get("/auth/sign-out")],
    ["GET /auth/anything", "any request", () => get("/auth/anything")],
    ["GET /auth/%zz", "broken percent-encoding in the path", () => get("/auth/%zz")],
    ["GET /healthz", "any request", () => get("/healthz")],
    ["GET /.well-known/sheaf-receipts.json", "any request", () => get("/.well-known/sheaf-receipts.json")],
    ["GET /readyz", "Auth responds", () => get("/readyz")],
    [
      "GET /readyz",
      "Auth does not respond",
      async () => {
        const isolated = await another();
        const response = await isolated.send({ path: "/readyz" });
        await isolated.stop();
        return response;
      },
    ],
  ];
}
