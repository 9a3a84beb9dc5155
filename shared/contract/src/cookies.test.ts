import { describe, expect, test } from "vitest";
import {
  cookieNames,
  flowIdOf,
  flowVerifierCookie,
  isOfSession,
  isSessionCookie,
  startedFlowId,
} from "./cookies.ts";

const names = cookieNames({ secure: true });

test("no other site beneath the same domain can plant a session on https", () => {
  for (const name of Object.values(names)) expect(name).toMatch(/^__Host-/);
});

describe("a session cookie", () => {
  test.each(["__Host-sheaf-auth", "__Host-sheaf-auth.0", "__Host-sheaf-auth.12"])("is %s", (cookie) => {
    expect(isSessionCookie(names, cookie)).toBe(true);
  });

  test.each([
    "sheaf-auth",
    "__Host-sheaf-auth.",
    "__Host-sheaf-auth.x",
    "__Host-sheaf-auth-code-verifier",
    "__Host-sheaf-flash",
  ])("is not %s", (cookie) => {
    expect(isSessionCookie(names, cookie)).toBe(false);
  });
});

test("a flow is known by the cookie that its verifier lies in, and by no other", () => {
  expect(flowIdOf(names, flowVerifierCookie(names, "ab12"))).toBe("ab12");
  expect(flowIdOf(names, "__Host-sheaf-auth-flows-code-verifier")).toBeUndefined();
  expect(flowIdOf(cookieNames({ secure: false }), flowVerifierCookie(names, "ab12"))).toBeUndefined();
});

test.each([
  ["__Host-sheaf-auth", true],
  ["__Host-sheaf-auth.3", true],
  ["__Host-sheaf-auth-code-verifier", true],
  ["__Host-sheaf-authority", false],
  ["__Host-sheaf-flash", false],
  ["sheaf-auth", false],
])("%s goes with the session on signing out: %s", (cookie, goes) => {
  expect(isOfSession(names, cookie)).toBe(goes);
});

describe("the flow that was just started", () => {
  const earlier = flowVerifierCookie(names, "earlier");

  test("is the one whose verifier is new, not one of an earlier mail", () => {
    const after = [earlier, "__Host-sheaf-auth-code-verifier", flowVerifierCookie(names, "later")];
    expect(startedFlowId(names, [earlier], after)).toBe("later");
  });

  test("is none when the client kept no verifier", () => {
    expect(
      startedFlowId(names, [], ["__Host-sheaf-auth", "__Host-sheaf-auth-code-verifier"]),
    ).toBeUndefined();
  });
});
