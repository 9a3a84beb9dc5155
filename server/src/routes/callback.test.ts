import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Sidecar, startSidecar } from "../testing/start-sidecar.ts";

const code = "9f0d1a52-7f7b-4d5c-9f5e-3f2f0f5f6a71";

const flow = "0123456789abcdef";
const encoded = (value: unknown) => `base64-${Buffer.from(JSON.stringify(value)).toString("base64url")}`;
const verifier = encoded("verifier");

/** A cookie with a session that began at that time. */
function storedSession({ minutesAgo }: { minutesAgo: number }): string {
  const amr = [{ method: "otp", timestamp: Math.floor(Date.now() / 1000) - minutesAgo * 60 }];
  const claims = Buffer.from(JSON.stringify({ amr })).toString("base64url");
  return encoded({ access_token: `a.${claims}.c`, refresh_token: "r" });
}

let sidecar: Sidecar;
beforeAll(async () => {
  sidecar = await startSidecar({ limits: { perAddress: 1000 } });
});
beforeEach(() => {
  sidecar.platformCalls.length = 0;
});
afterAll(() => sidecar.stop());

describe("a callback without a code", () => {
  test.each([
    ["nothing at all", "", "link.incomplete"],
    ["an empty code", "?code=", "link.incomplete"],
    ["two codes", `?code=${code}&code=${code}`, "link.incomplete"],
    ["an array of codes", `?code[]=${code}`, "link.incomplete"],
    ["a code of markup", "?code=%3Cscript%3Ealert(1)%3C/script%3E", "link.incomplete"],
    ["a code of 9,000 characters", `?code=${"a".repeat(9000)}`, "link.incomplete"],
    ["broken percent-encoding", "?code=%E0%A4%A&next=%ZZ", "link.incomplete"],
    ["two flow ids", `?code=${code}&sb_flow_id=aaaaaaaaaa&sb_flow_id=bbbbbbbbbb`, "link.incomplete"],
    ["a broken flow id", `?code=${code}&sb_flow_id=a%20b`, "link.incomplete"],
    ["an empty flow id", `?code=${code}&sb_flow_id=`, "link.incomplete"],
    ["an expired link", "?error=access_denied&error_code=otp_expired&error_description=x", "otp_expired"],
    ["a refusal at the provider", "?error=access_denied", "access_denied"],
    ["an unknown error", "?error=teapot&error_code=teapot", "unknown"],
    [
      "a network whose new accounts are used up",
      "?error=server_error&error_code=&error_description=Too+many+new+accounts+from+this+network.+Try+again+in+9+seconds.",
      "over_new_account_limit",
    ],
    ["an error with text from a stranger", "?error_code=%3Cb%3EYou%20won%3C/b%3E", "unknown"],
    ["an error by the name of a built-in", "?error_code=__proto__", "unknown"],
    ["two errors", "?error_code=otp_expired&error_code=user_banned", "unknown"],
    ["an error beside a code", `?code=${code}&error_code=otp_expired`, "otp_expired"],
    ["an unknown type", "?type=toString", "link.incomplete"],
  ])("such as %s explains it", async (_, query, expected) => {
    const response = await sidecar.send({ path: `/auth/callback${query}` });
    expect([response.status, response.location]).toEqual([303, `/link-problem?code=${expected}#`]);
    expect([response.text, response.setCookies]).toEqual(["", []]);
    expect(sidecar.platformCalls).toEqual([]);
  });

  test("after the first link of an email change reports that one of two addresses is confirmed", async () => {
    const response = await sidecar.send({ path: "/auth/callback?message=Confirmation+link+accepted" });
    expect([response.status, response.location, response.setCookies]).toEqual([
      303,
      "/link-problem?code=email_change.half_done&type=email_change&next=%2Fsettings%2Fsecurity#",
      [],
    ]);
  });

  test.each(["link", "email_change"])("leads back to where a %s starts", async (type) => {
    const response = await sidecar.send({
      path: `/auth/callback?error_code=identity_already_exists&type=${type}`,
    });
    expect(response.location).toBe(
      `/link-problem?code=identity_already_exists&type=${type}&next=%2Fsettings%2Fsecurity#`,
    );
  });

  test.each(["recovery", "provider"])("keeps the type %s", async (type) => {
    const response = await sidecar.send({ path: `/auth/callback?error=access_denied&type=${type}` });
    expect(response.location).toBe(`/link-problem?code=access_denied&type=${type}#`);
  });

  test("keeps the destination for the next attempt in the browser that asked", async () => {
    const response = await sidecar.send({
      path: `/auth/callback?error_code=otp_expired&next=%2Fr%2Fabc%3Fa%3D1&sb_flow_id=${flow}`,
      headers: { Cookie: `sheaf-auth-flow-${flow}-code-verifier=${verifier}` },
    });
    expect(response.location).toBe("/link-problem?code=otp_expired&next=%2Fr%2Fabc%3Fa%3D1#");
  });

  test.each([
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "https://evil.example",
    "https:evil.example",
    "javascript:alert(1)",
    "@evil.example",
    ".evil.example",
    "/.//evil.example",
    "/..//evil.example",
    "/a/../..//evil.example",
    "/%2e//evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "\t//evil.example",
    "/requests\u0000",
    "/requests\r\nSet-Cookie: sheaf-auth=planted",
    "/auth/sign-out",
    "/a/../auth/confirm",
    `/${"a".repeat(2048)}`,
  ])("drops the destination %j", async (next) => {
    const response = await sidecar.send({
      path: `/auth/callback?error_code=otp_expired&next=${encodeURIComponent(next)}`,
    });
    expect([response.status, response.location]).toEqual([303, "/link-problem?code=otp_expired#"]);
  });

  test("drops a repeated destination", async () => {
    const response = await sidecar.send({ path: "/auth/callback?error_code=otp_expired&next=/a&next=/b" });
    expect(response.location).toBe("/link-problem?code=otp_expired#");
  });
});

describe("a HEAD request to the callback", () => {
  test("leaves the code and the verifier unused", async () => {
    for (const query of [`?code=${code}&sb_flow_id=${flow}`, "?error_code=otp_expired", ""]) {
      const response = await sidecar.send({
        method: "HEAD",
        path: `/auth/callback${query}`,
        headers: { Cookie: `sheaf-auth-flow-${flow}-code-verifier=${verifier}` },
      });
      expect([response.status, response.location, response.setCookies]).toEqual([200, undefined, []]);
    }
    expect(sidecar.platformCalls).toEqual([]);
  });
});

describe("a callback with a code", () => {
  test("of a sign-in started in another browser says where to open the link", async () => {
    for (const flow of ["", "&sb_flow_id=0123456789abcdef"]) {
      const response = await sidecar.send({ path: `/auth/callback?code=${code}&next=/requests${flow}` });
      expect(response.location).toBe("/link-problem?code=pkce_code_verifier_not_found&next=%2Frequests#");
    }
    expect(sidecar.platformCalls).toEqual([]);
  });

  test("that was already exchanged continues, if someone is signed in here", async () => {
    const value = storedSession({ minutesAgo: 59 });
    for (const cookie of [
      `sheaf-auth=${value}`,
      `sheaf-auth.0=${value.slice(0, 20)}; sheaf-auth.1=${value.slice(20)}`,
    ]) {
      const response = await sidecar.send({
        path: `/auth/callback?code=${code}&next=/r/abc`,
        headers: { Cookie: cookie },
      });
      expect([response.status, response.location, response.setCookies]).toEqual([303, "/inbox", []]);
    }
  });

  test("continues to the page of its type again", async () => {
    const headers = { Cookie: `sheaf-auth=${storedSession({ minutesAgo: 1 })}` };
    for (const [query, page] of [
      ["", "/"],
      ["&type=recovery&next=/r/abc", "/reset-password?next=%2Finbox"],
      ["&type=link", "/settings/security"],
    ]) {
      const response = await sidecar.send({ path: `/auth/callback?code=${code}${query}`, headers });
      expect([response.location, response.setCookies]).toEqual([page, []]);
    }
  });

  test("doesn't mistake an older session for the link's own", async () => {
    const response = await sidecar.send({
      path: `/auth/callback?code=${code}&next=/r/abc`,
      headers: { Cookie: `sheaf-auth=${storedSession({ minutesAgo: 61 })}` },
    });
    expect(response.location).toBe("/link-problem?code=pkce_code_verifier_not_found&next=%2Finbox#");
  });

  test.each([
    ["garbage", "base64-!!!!"],
    ["text that is not a session", `base64-${Buffer.from("[1]").toString("base64url")}`],
    ["null", `base64-${Buffer.from("null").toString("base64url")}`],
    ["an object for the cookie parser", 'j:{"access_token":"a","refresh_token":"r"}'],
    ["broken percent-encoding", "%E0%A4%A"],
  ])("does not mistake %s in the cookie for a session", async (_, value) => {
    const response = await sidecar.send({
      path: `/auth/callback?code=${code}`,
      headers: { Cookie: `sheaf-auth=${value}` },
    });
    expect(response.location).toBe("/link-problem?code=pkce_code_verifier_not_found#");
  });

  test("keeps the verifier while the platform is unreachable, so that the code can be retried", async () => {
    const response = await sidecar.send({
      path: `/auth/callback?code=${code}&sb_flow_id=${flow}`,
      headers: { Cookie: `sheaf-auth-flow-${flow}-code-verifier=${verifier}` },
    });
    expect([response.location, response.setCookies]).toEqual(["/link-problem?code=service.unavailable#", []]);
    expect(sidecar.platformCalls).toEqual(["POST /auth/v1/token"]);
  });
});
