import { authFails } from "@sheaf/mocks/handlers/auth";
import { HttpResponse, http } from "msw/http";
import { beforeEach, expect, test, vi } from "vitest";
import { mockPlatform, platformUrl } from "../testing/mock-platform.ts";
import { giveSessionCookie, sessionOf } from "../testing/sessions.ts";
import { platformClient } from "./platform.ts";
import { tokenRenewal } from "./renewed-token.ts";

const platform = mockPlatform();

beforeEach(() => {
  // The first renewal of a page looks at its clock as well.
  platform.use(() => http.head("*/healthz", () => new HttpResponse(null)));
});

const older = { sessionId: "older", expiresIn: 1800 };
const newer = { sessionId: "newer" };

/** The session that a token is for. */
function sessionIdOf(token = ""): unknown {
  const claims: { session_id?: unknown } = JSON.parse(
    Buffer.from(token.split(".")[1] ?? "", "base64url").toString(),
  );
  return claims.session_id;
}

/** The service renews; returns how often it was asked. */
function countRenewals(meanwhile?: () => void): () => number {
  let asked = 0;
  platform.use(() =>
    http.post(`${platformUrl}/auth/v1/token`, () => {
      asked += 1;
      meanwhile?.();
      return HttpResponse.json({ ...sessionOf(newer), refresh_token: `renewed-${asked}` });
    }),
  );
  return () => asked;
}

test("however many ask, the session is renewed once, and for a minute all get what it has", async () => {
  giveSessionCookie(older);
  const asked = countRenewals();
  const renew = tokenRenewal(platformClient());
  const tokens = [...(await Promise.all([renew(), renew(), renew()])), await renew()];
  expect(tokens.map(sessionIdOf)).toEqual(Array(4).fill("newer"));
  expect(asked()).toBe(1);

  const now = performance.now();
  vi.spyOn(performance, "now").mockReturnValue(now + 61_000);
  await renew();
  expect(asked()).toBe(2);
});

test("where another tab was quicker its token is the one to go on with", async () => {
  giveSessionCookie(older);
  countRenewals(() => giveSessionCookie({ sessionId: "of-another-tab" }));
  expect(sessionIdOf(await tokenRenewal(platformClient())())).toBe("of-another-tab");
});

test("a session that is over gives none", async () => {
  giveSessionCookie({ expiresIn: -60 });
  platform.use(authFails({ path: "/token", status: 400, code: "refresh_token_not_found" }));
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await tokenRenewal(platformClient())()).toBeUndefined();
});

test("one that is over while its token looks good by this device's clock is let go of", async () => {
  giveSessionCookie(older);
  platform.use(
    authFails({ path: "/token", status: 400, code: "refresh_token_not_found" }),
    authFails({ path: "/logout", status: 403, code: "session_not_found" }),
  );
  expect(await tokenRenewal(platformClient())()).toBeUndefined();
  expect(document.cookie).toBe("");
});

test("one that a service could not renew just now is kept", async () => {
  giveSessionCookie({ sessionId: "kept" });
  platform.use(authFails({ path: "/token", status: 400, code: "refresh_token_already_used" }));
  expect(sessionIdOf(await tokenRenewal(platformClient())())).toBe("kept");
});
