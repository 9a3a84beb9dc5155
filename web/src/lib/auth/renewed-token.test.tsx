import { authFails } from "@sheaf/mocks/handlers/auth";
import { HttpResponse, http } from "msw/http";
import { beforeEach, expect, test, vi } from "vitest";
import { mockPlatform, platformUrl } from "../../testing/mock-platform.ts";
import { giveSessionCookie, sessionOf } from "../../testing/sessions.ts";
import { platformClient } from "../platform.ts";
import { tokenRenewal } from "./renewed-token.ts";

const platform = mockPlatform();

beforeEach(() => {
  // The first refresh on a page also checks the clock.
  platform.use(() => http.head("*/healthz", () => new HttpResponse(null)));
});

const older = { sessionId: "older", expiresIn: 1800 };
const newer = { sessionId: "newer" };

/** Session with the given token. */
function sessionIdOf(token = ""): unknown {
  const claims: { session_id?: unknown } = JSON.parse(
    Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
  );
  return claims.session_id;
}

/** Mocks successful refreshes; returns a function with their number. */
function countRenewals(meanwhile?: () => void): () => number {
  let refreshCount = 0;
  platform.use(() =>
    http.post(`${platformUrl}/auth/v1/token`, () => {
      refreshCount += 1;
      meanwhile?.();
      return HttpResponse.json({ ...sessionOf(newer), refresh_token: `renewed-${refreshCount}` });
    }),
  );
  return () => refreshCount;
}

test("concurrent calls refresh once and share the result for a minute", async () => {
  giveSessionCookie(older);
  const refreshCount = countRenewals();
  const renew = tokenRenewal(platformClient());
  const tokens = [...(await Promise.all([renew(), renew(), renew()])), await renew()];
  expect(tokens.map(sessionIdOf)).toEqual(Array(4).fill("newer"));
  expect(refreshCount()).toBe(1);

  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 61_000);
  await renew();
  expect(refreshCount()).toBe(2);
});

test("a token refreshed by another tab is used", async () => {
  giveSessionCookie(older);
  countRenewals(() => giveSessionCookie({ sessionId: "of-another-tab" }));
  expect(sessionIdOf(await tokenRenewal(platformClient())())).toBe("of-another-tab");
});

test("an ended session has no token", async () => {
  giveSessionCookie({ expiresIn: -60 });
  platform.use(authFails({ path: "/token", status: 400, code: "refresh_token_not_found" }));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await tokenRenewal(platformClient())()).toBeUndefined();
});

test("a revoked session is removed even if its token looks valid", async () => {
  giveSessionCookie(older);
  platform.use(
    authFails({ path: "/token", status: 400, code: "refresh_token_not_found" }),
    authFails({ path: "/logout", status: 403, code: "session_not_found" }),
  );
  expect(await tokenRenewal(platformClient())()).toBeUndefined();
  expect(document.cookie).toBe("");
});

test("a session that could not be refreshed temporarily is kept", async () => {
  giveSessionCookie({ sessionId: "kept" });
  platform.use(authFails({ path: "/token", status: 400, code: "refresh_token_already_used" }));
  expect(sessionIdOf(await tokenRenewal(platformClient())())).toBe("kept");
});
