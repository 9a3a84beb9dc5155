import { follow, pathOf } from "../browser.ts";
import type { Scene, Step } from "./scene.ts";

/** Callbacks without an exchangeable code. */
export function refusedSteps(scene: Scene): Step[] {
  const { sidecar, platform, flow, token, get, busy } = scene;
  const code = "12345678-1234";
  return [
    [
      "GET /auth/callback",
      "a used or expired link",
      async () => {
        const redirect_to = `${sidecar.siteUrl}/auth/callback?next=%2Fr%2Fabc&sb_flow_id=${flow}`;
        const query = new URLSearchParams({ token, type: "signup", redirect_to });
        return get(pathOf(await follow(`${platform.url}/auth/v1/verify?${query.toString()}`)));
      },
    ],
    [
      "GET /auth/callback",
      "the provider declined the sign-in",
      () => get("/auth/callback?error=access_denied&type=provider"),
    ],
    [
      "GET /auth/callback",
      "the account could not be linked",
      () => get("/auth/callback?error_code=identity_already_exists&type=link"),
    ],
    ["GET /auth/callback", "an unknown error code", () => get("/auth/callback?error=teapot")],
    ["GET /auth/callback", "no code and no error", () => get("/auth/callback?next=/r/abc")],
    [
      "GET /auth/callback",
      "a code repeated, in brackets, too long or not UTF-8",
      () => get(`/auth/callback?code=${code}&code=${code}`),
    ],
    [
      "GET /auth/callback",
      "`next` on another site, repeated or over 2,048 characters",
      () => get("/auth/callback?error_code=otp_expired&next=//evil.example"),
    ],
    [
      "GET /auth/callback",
      "cookies with `j:` values",
      () => get(`/auth/callback?code=${code}`, { Cookie: 'sheaf-auth=j:{"a":1}; __proto__=j:{}' }),
    ],
    ["GET /auth/callback", "too many attempts", () => busy(`/auth/callback?code=${code}`, "GET")],
  ];
}
