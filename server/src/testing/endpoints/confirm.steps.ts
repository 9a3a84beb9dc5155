import { follow, pathOf } from "../browser.ts";
import type { Scene, Step } from "./scene.ts";

/**
 * An emailed link and its button. The second-to-last press leads to the callback that `signInSteps` continues with.
 */
export function confirmSteps(scene: Scene): Step[] {
  const { sidecar, browser, other, link, token, get, head, post, own, busy } = scene;
  return [
    ["GET /auth/confirm", "a complete link", () => get(link)],
    [
      "GET /auth/confirm",
      "parameters missing, repeated, too long or not UTF-8",
      () => get("/auth/confirm?type=%ff"),
    ],
    ["HEAD /auth/confirm", "any request", () => head("/auth/confirm")],
    ["POST /auth/confirm", "posted from another site", () => post(link, { Origin: "https://evil.example" })],
    ["POST /auth/confirm", "origin `null`", () => post(link, { Origin: "null" })],
    [
      "POST /auth/confirm",
      "origin `null`, `Sec-Fetch-Site: same-origin`",
      () => post(link, { Origin: "null", "Sec-Fetch-Site": "same-origin" }),
    ],
    ["POST /auth/confirm", "no origin", () => post(link)],
    [
      "POST /auth/confirm",
      "parameters missing, repeated, too long or not UTF-8",
      () => post("/auth/confirm", own),
    ],
    [
      "POST /auth/confirm",
      "a body above the size limit",
      () => sidecar.send({ path: link, method: "POST", headers: own, body: "a".repeat(4097) }),
    ],
    ["POST /auth/confirm", "another browser, or after more than four minutes", () => other.press(link)],
    [
      "POST /auth/confirm",
      "`redirect_to` on another site",
      () => other.press(`/auth/confirm?token_hash=${token}&type=signup&redirect_to=https://evil.example/`),
    ],
    [
      "POST /auth/confirm",
      "the browser that requested it, within four minutes",
      async () => {
        const response = await browser.press(link);
        scene.callback = pathOf(await follow(response.location ?? ""));
        return response;
      },
    ],
    ["POST /auth/confirm", "too many attempts", () => busy("/auth/confirm", "POST")],
  ];
}
