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

test("a sibling subdomain can't plant a session on https", () => {
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

test("a flow is recognised only by its verifier's cookie", () => {
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
])("%s is removed on sign-out: %s", (cookie, isRemoved) => {
  expect(isOfSession(names, cookie)).toBe(isRemoved);
});

describe("the flow that was just started", () => {
  const earlier = flowVerifierCookie(names, "earlier");

  test("is the one with the new verifier, not one of an earlier email", () => {
    const after = [earlier, "__Host-sheaf-auth-code-verifier", flowVerifierCookie(names, "later")];
    expect(startedFlowId(names, [earlier], after)).toBe("later");
  });

  test("is undefined when the client stored no verifier", () => {
    expect(
      startedFlowId(names, [], ["__Host-sheaf-auth", "__Host-sheaf-auth-code-verifier"]),
    ).toBeUndefined();
  });
});
