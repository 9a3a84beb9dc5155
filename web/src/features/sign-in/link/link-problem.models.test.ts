import { errorCatalogue } from "@sheaf/contract/errors/describe-error";
import { linkErrors } from "@sheaf/contract/errors/link.errors";
import { attemptTypes } from "@sheaf/contract/sidecar";
import { describe, expect, test } from "vitest";
import { type LinkProblemCase, linkProblemStep } from "./link-problem.models.ts";

const after = (code: string, options: Partial<LinkProblemCase> = {}) =>
  linkProblemStep({ code, type: undefined, next: undefined, signedIn: false, ...options });

describe("after a link or a return that failed", () => {
  test.each([
    ["signup", false, "Get a new code", "/sign-in?next=%2Fr%2Fabc"],
    ["magiclink", false, "Get a new code", "/sign-in?next=%2Fr%2Fabc"],
    ["email", false, "Get a new code", "/sign-in?next=%2Fr%2Fabc"],
    [undefined, false, "Get a new code", "/sign-in?next=%2Fr%2Fabc"],
    ["magiclink", true, "Continue to Sheaf", "/r/abc"],
    ["invite", false, "Sign in", "/sign-in?next=%2Fr%2Fabc"],
    ["invite", true, "Continue to Sheaf", "/r/abc"],
    ["recovery", false, "Get a new code", "/forgot-password?next=%2Fr%2Fabc"],
    ["recovery", true, "Go to security", "/settings/security"],
    ["email_change", false, "Sign in", "/sign-in?next=%2Fsettings%2Fsecurity"],
    ["email_change", true, "Go to security", "/settings/security"],
    ["link", false, "Sign in", "/sign-in?next=%2Fsettings%2Fsecurity"],
    ["link", true, "Go to security", "/settings/security"],
    ["provider", false, "Start again", "/sign-in?next=%2Fr%2Fabc"],
    ["provider", true, "Continue to Sheaf", "/r/abc"],
  ] as const)("of type %s, signed in: %s, the step is %s", (type, signedIn, label, href) => {
    expect(after("otp_expired", { type, signedIn, next: "/r/abc" })).toMatchObject({ label, href });
    expect(after("unknown", { type, signedIn, next: "/r/abc" })).toMatchObject({ label, href });
  });

  test("every code and type has a step on our own site, a heading and at most three sentences", () => {
    for (const code of [...Object.keys(errorCatalogue), "", "<b>You won</b>", "__proto__"]) {
      for (const type of [undefined, ...attemptTypes]) {
        for (const signedIn of [false, true]) {
          const { heading, text, label, href } = after(code, { type, signedIn });
          expect(heading, code).toMatch(/^[A-Z1][^.!<]+$/);
          expect(text, code).toMatch(/^[A-Z][^!<]+[.] [A-Z][^!<]+[.]$/);
          expect(label, code).toMatch(/^[A-Z][^.!]+$/);
          expect(href, code).toMatch(/^\/(?:sign-in|forgot-password|settings\/security)?(?:\?|$)/);
        }
      }
    }
  });

  test.each(Object.keys(linkErrors))("a signed-in user is not told to sign in again: %s", (code) => {
    for (const type of [undefined, ...attemptTypes]) {
      expect(after(code, { type, signedIn: true }).text).not.toMatch(/Sign in|signing in|Request a new/);
    }
  });

  test.each(["access_denied", "bad_oauth_state", "oauth_invalid_state", "provider_disabled"])(
    "%s counts as a provider error regardless of the type in the URL",
    (code) => {
      expect(after(code).heading).toBe("Sign-in didn’t work");
      expect(after(code).label).toBe("Start again");
      expect(after(code, { type: "link" }).heading).toBe("The account wasn’t linked");
    },
  );

  test("linking an account with another address is refused with the reason", () => {
    const step = after("unexpected_failure", { type: "link", signedIn: true });
    expect(step.text).toBe(
      "That account has a different email address. Only an account with the address you use here can be linked.",
    );
    expect(after("unexpected_failure", { type: "provider" }).text).not.toContain("linked");
  });

  test("half a change of address is no failure", () => {
    const half = after("email_change.half_done", { signedIn: true });
    expect(half.heading).toBe("1 of 2 addresses confirmed");
    expect(half.text).toMatch(/To finish the change, open the email we sent to the other address/);
    expect(half.href).toBe("/settings/security");
  });

  test("a sign-in started in another browser can be restarted here with a code", () => {
    expect(after("pkce_code_verifier_not_found").text).toMatch(/its code works in any browser/);
  });

  test("an invitation is asked for where it came from", () => {
    expect(after("otp_expired", { type: "invite" }).text).toMatch(/Ask the person who invited you/);
    expect(after("invite_not_found").label).toBe("Sign in");
  });

  test.each(["user_banned", "signup_disabled"])("%s offers no code, which would not help", (code) => {
    for (const type of ["magiclink", "recovery"] as const) {
      expect(after(code, { type })).toMatchObject({ label: "Back to sign in", href: "/sign-in" });
    }
  });

  test("a problem that starting again doesn't solve keeps its own next step", () => {
    expect(after("identity_already_exists", { type: "link", signedIn: true }).text).toMatch(
      /Use a different one/,
    );
    expect(after("link.incomplete", { type: "recovery" }).text).toMatch(/Open it again from the email/);
  });
});
