import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { challenge, enrol, enrolledBy, withFactor } from "./auth.factors.ts";
import { ask, newAddress, newBrowser, signIn } from "./auth.client.ts";
import { emailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("POST /auth/v1/factors");

async function newToken(): Promise<string> {
  return (await signIn(newAddress())).access_token;
}

const taken = { status: 422, body: { code: "mfa_factor_name_conflict" } };

test("enrolling an authenticator app returns a QR code, a URI and a secret", async () => {
  const email = newAddress();
  const { access_token } = await signIn(email);
  const response = await enrol(access_token, "My phone");
  expect(response).toMatchObject({ status: 200, body: { type: "totp", friendly_name: "My phone" } });
  const { secret, uri, qrCode } = enrolledBy(response);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  const address = new URL(uri);
  expect(address.protocol + address.host).toBe("otpauth:totp");
  expect(decodeURIComponent(address.pathname)).toContain(`:${email}`);
  expect(address.searchParams.get("secret")).toBe(secret);
  expect(decodeURIComponent(address.pathname)).toBe(`/${address.searchParams.get("issuer")}:${email}`);
  expect(qrCode).toMatch(/<svg[^]*<\/svg>/);
});

test("the client library turns the QR code into a data URL", async () => {
  const browser = newBrowser();
  const { access_token, refresh_token } = await signIn(newAddress());
  await browser.auth.setSession({ access_token, refresh_token });
  const { data, error } = await browser.auth.mfa.enroll({ factorType: "totp", issuer: "Sheaf" });
  expect(error).toBeNull();
  expect(data?.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<(\?xml|svg)/);
  // An unescaped "#" would end the URL.
  expect(data?.totp.qr_code).not.toContain("#");
  expect(new URL(data?.totp.uri ?? "").searchParams.get("issuer")).toBe("Sheaf");
});

test("an unverified factor is listed without its secret and changes no session", async () => {
  const token = await newToken();
  const { id, secret } = enrolledBy(await enrol(token));
  const { body } = await ask("GET", "/user", { token });
  expect(body).toMatchObject({ factors: [{ id, status: "unverified", factor_type: "totp" }] });
  expect(JSON.stringify(body)).not.toContain(secret);
  expect(await ask("PUT", "/user", { token, body: { password: "a long enough one 1" } })).toMatchObject({
    status: 200,
  });
});

test("factor names are unique per user, the empty name included", async () => {
  const token = await newToken();
  enrolledBy(await enrol(token, "Phone"));
  expect(await enrol(token, "Phone")).toMatchObject(taken);
  enrolledBy(await enrol(token, ""));
  expect(await enrol(token, "")).toMatchObject(taken);
  enrolledBy(await enrol(await newToken(), "Phone"));
});

test("the number of factors per user is limited", async () => {
  const token = await newToken();
  for (let index = 0; index < 10; index += 1) enrolledBy(await enrol(token, `Phone ${index}`));
  expect(await enrol(token, "One more")).toMatchObject({
    status: 422,
    body: { code: "too_many_enrolled_mfa_factors" },
  });
});

testWithClock("abandoned enrollments are deleted, challenged ones are not", async () => {
  const token = await newToken();
  enrolledBy(await enrol(token, "Left"));
  const challenged = enrolledBy(await enrol(token, "Challenged"));
  await challenge(token, challenged.id);
  await putForward(299);
  expect(await enrol(token, "Left")).toMatchObject(taken);
  await putForward(3);
  const again = enrolledBy(await enrol(token, "Left"));
  expect(await enrol(token, "Challenged")).toMatchObject(taken);
  expect(await ask("GET", "/user", { token })).toMatchObject({
    body: { factors: [{ id: challenged.id }, { id: again.id }] },
  });
});

testWithClock("with a verified factor, enrolling another needs aal2", async () => {
  const email = newAddress();
  const { session } = await withFactor(await signIn(email));
  await putForward(emailInterval);
  const elsewhere = await signIn(email);
  expect(await enrol(elsewhere.access_token, "A stranger's")).toMatchObject({
    status: 403,
    body: { code: "insufficient_aal" },
  });
  enrolledBy(await enrol(session.access_token, "Tablet"));
});

test.each([
  ["phone", "mfa_phone_enroll_not_enabled"],
  ["webauthn", "mfa_webauthn_enroll_not_enabled"],
])("factors of type %s are off", async (factor_type, code) => {
  const body = { factor_type, friendly_name: "Other", phone: "+41795550100" };
  expect(await ask("POST", "/factors", { token: await newToken(), body })).toMatchObject({
    status: 422,
    body: { code },
  });
});

test("an unknown factor type is refused", async () => {
  const body = { factor_type: "smell", friendly_name: "Nose" };
  expect(await ask("POST", "/factors", { token: await newToken(), body })).toMatchObject({
    status: 400,
    body: { code: "validation_failed" },
  });
});

test("enrolling requires a session", async () => {
  expect((await enrol("")).status).toBeGreaterThanOrEqual(401);
  const body = { factor_type: "totp" };
  expect(await ask("POST", "/factors", { body })).toMatchObject({ status: 403, body: { code: "bad_jwt" } });
});
