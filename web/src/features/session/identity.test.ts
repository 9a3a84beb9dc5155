import { describe, expect, test } from "vitest";
import { parseFlash } from "./flash-cookie.ts";
import { whoOf } from "./identity.ts";

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = (claims: unknown) => `${part({ alg: "HS256" })}.${part(claims)}.sig`;
const claims = { sub: "u1", session_id: "s1", aal: "aal1" };

describe("who a stored session belongs to", () => {
  test("is read from its token and user", () => {
    const user = { email: "zoë@lind.example" };
    expect(whoOf({ access_token: token(claims), user })).toEqual({
      userId: "u1",
      email: "zoë@lind.example",
      sessionId: "s1",
      aal: "aal1",
      needsSecondFactor: false,
    });
  });

  test("includes the second factor that is still to be shown", () => {
    const user = { email: "a@b.example", factors: [{ status: "unverified" }, { status: "verified" }] };
    expect(whoOf({ access_token: token(claims), user })?.needsSecondFactor).toBe(true);
    expect(whoOf({ access_token: token({ ...claims, aal: "aal2" }), user })?.needsSecondFactor).toBe(false);
  });

  test("does not ask for a factor that was never finished", () => {
    const user = { factors: [{ status: "unverified" }, null, "x"] };
    expect(whoOf({ access_token: token(claims), user })?.needsSecondFactor).toBe(false);
  });

  test.each([
    null,
    undefined,
    "text",
    [],
    {},
    { access_token: 7 },
    { access_token: "a.b.c" },
    { access_token: token("text") },
    { access_token: token({ sub: "u1" }) },
    { access_token: token({ sub: 1, session_id: "s1" }) },
  ])("is nobody when the cookie holds %j", (session) => {
    expect(whoOf(session)).toBeNull();
  });
});

describe("what the sidecar left", () => {
  test("is read when it is one of the known kinds", () => {
    expect(parseFlash('{"type":"recovery","session_id":"s1"}')).toEqual({
      type: "recovery",
      session_id: "s1",
    });
  });

  test.each(["", "x", "null", "[]", '{"type":"admin","session_id":"s1"}', '{"type":"recovery"}'])(
    "is ignored when it is %j",
    (value) => expect(parseFlash(value)).toBeNull(),
  );
});
