import { describe, expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { ask, newAddress } from "./auth.client.ts";

/** Sign-in methods that the product's settings leave off, refused as the service refuses them. */

const phone = "+4915112345678";

describe("a phone number", () => {
  covers(
    "POST /auth/v1/signup",
    "POST /auth/v1/otp",
    "POST /auth/v1/token?grant_type=password",
    "POST /auth/v1/resend",
    "POST /auth/v1/verify",
  );

  const password = "a long enough password 1";
  const code_challenge = "a".repeat(43);
  test.each([
    ["signing up", "/signup", { phone, password }, 400, "phone_provider_disabled"],
    [
      "signing up with a code exchange",
      "/signup",
      { phone, password, code_challenge, code_challenge_method: "s256" },
      400,
      "validation_failed",
    ],
    ["asking for a code", "/otp", { phone }, 400, "phone_provider_disabled"],
    ["signing in", "/token?grant_type=password", { phone, password }, 422, "phone_provider_disabled"],
    ["asking for the code again", "/resend", { type: "sms", phone }, 400, "phone_provider_disabled"],
    ["asking again for a change", "/resend", { type: "phone_change", phone }, 400, "phone_provider_disabled"],
    [
      "asking again without the number",
      "/resend",
      { type: "sms", email: "a@b.example" },
      400,
      "validation_failed",
    ],
    ["typing a code", "/verify", { type: "sms", phone, token: "123456" }, 403, "otp_expired"],
    [
      "typing a code with a malformed number",
      "/verify",
      { type: "sms", phone: "none", token: "123456" },
      400,
      "validation_failed",
    ],
  ])("is refused for %s", async (_what, path, body, status, code) => {
    expect(await ask("POST", path, { body })).toMatchObject({ status, body: { code } });
  });

  test("resending a phone change to an email address is answered as with nothing pending", async () => {
    const body = { type: "phone_change", email: newAddress() };
    expect(await ask("POST", "/resend", { body })).toMatchObject({ status: 200, body: {} });
  });
});
