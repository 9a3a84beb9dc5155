import { describe, expect, test } from "vitest";
import { parseFlash } from "./flash-cookie.ts";
import { whoOf } from "./identity.ts";

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const token = (claims: unknown) => `${part({ alg: "HS256" })}.${part(claims)}.sig`;
const claims = { sub: "u1", session_id: "s1", aal: "aal1" };

describe("the identity of a stored session", () => {
  test("is read from the token and the user", () => {
    const user = { email: "zoë@lind.example" };
    expect(whoOf({ access_token: token(claims), user })).toEqual({
      userId: "u1",
      email: "zoë@lind.example",
      sessionId: "s1",
      aal: "aal1",
      needsSecondFactor: false,
      mustEnroll: false,
    });
  });

  test("includes a second factor that still has to be verified", () => {
    const user = { email: "a@b.example", factors: [{ status: "unverified" }, { status: "verified" }] };
    expect(whoOf({ access_token: token(claims), user })?.needsSecondFactor).toBe(true);
    expect(whoOf({ access_token: token({ ...claims, aal: "aal2" }), user })?.needsSecondFactor).toBe(false);
  });

  test("requires a new app until this session has verified one", () => {
    const user = { app_metadata: { must_enroll: true } };
    const factors = [{ status: "verified" }];
    expect(whoOf({ access_token: token(claims), user })?.mustEnroll).toBe(true);
    expect(whoOf({ access_token: token({ ...claims, aal: "aal2" }), user })?.mustEnroll).toBe(false);
    expect(whoOf({ access_token: token(claims), user: { ...user, factors } })?.mustEnroll).toBe(false);
    const odd = { app_metadata: { must_enroll: "true" } };
    expect(whoOf({ access_token: token(claims), user: odd })?.mustEnroll).toBe(false);
  });

  test("ignores an unverified factor", () => {
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
  ])("is null when the cookie contains %j", (session) => {
    expect(whoOf(session)).toBeNull();
  });
});

describe("the flash cookie", () => {
  test("is read if its type is known", () => {
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
