import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import {
  ask,
  codeOf,
  newAddress,
  newBrowser,
  newVerifier,
  nextEmail,
  signIn,
  type Session,
} from "./auth.client.ts";
import { emailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("POST /auth/v1/logout");

function refresh(token: string) {
  return ask("POST", "/token?grant_type=refresh_token", { body: { refresh_token: token } });
}

testWithClock("signing out globally ends every session at once", async () => {
  const email = newAddress();
  const [one, two] = await twoSessions(email);
  expect(await ask("POST", "/logout", { token: one.access_token })).toMatchObject({ status: 204 });
  for (const session of [one, two]) {
    expect(await ask("GET", "/user", { token: session.access_token })).toMatchObject({
      status: 403,
      body: { code: "session_not_found" },
    });
    expect(await refresh(session.refresh_token)).toMatchObject({
      status: 400,
      body: { code: "refresh_token_not_found" },
    });
  }
});

testWithClock("signing out locally leaves the other device signed in", async () => {
  const [here, there] = await twoSessions(newAddress());
  expect(await ask("POST", "/logout?scope=local", { token: here.access_token })).toMatchObject({
    status: 204,
  });
  expect(await ask("GET", "/user", { token: here.access_token })).toMatchObject({ status: 403 });
  expect(await ask("GET", "/user", { token: there.access_token })).toMatchObject({ status: 200 });
});

testWithClock("signing out others keeps this device signed in", async () => {
  const [here, there] = await twoSessions(newAddress());
  expect(await ask("POST", "/logout?scope=others", { token: here.access_token })).toMatchObject({
    status: 204,
  });
  expect(await ask("GET", "/user", { token: here.access_token })).toMatchObject({ status: 200 });
  expect(await ask("GET", "/user", { token: there.access_token })).toMatchObject({ status: 403 });
});

test("an unknown scope is refused", async () => {
  const session = await signIn(newAddress());
  expect(await ask("POST", "/logout?scope=universe", { token: session.access_token })).toMatchObject({
    status: 400,
  });
  expect(await ask("GET", "/user", { token: session.access_token })).toMatchObject({ status: 200 });
});

test("after signing out, the client library has no session", async () => {
  const email = newAddress();
  const { access_token, refresh_token } = await signIn(email);
  const browser = newBrowser();
  await browser.auth.setSession({ access_token, refresh_token });
  expect((await browser.auth.signOut()).error).toBeNull();
  expect((await browser.auth.getSession()).data.session).toBeNull();
  expect(await ask("GET", "/user", { token: access_token })).toMatchObject({ status: 403 });
});

testWithClock("simultaneous requests for one account never fail with a 500", async () => {
  const email = newAddress();
  const [session, other] = await twoSessions(email);
  await putForward(emailInterval);
  await ask("POST", "/otp", { body: { email } });
  const code = codeOf(await nextEmail(email));
  const { pkce, verifier } = newVerifier();
  await putForward(emailInterval);
  const responses = await Promise.all(
    [1, 2, 3].flatMap(() => [
      refresh(session.refresh_token),
      refresh(other.refresh_token),
      ask("POST", "/logout?scope=others", { token: session.access_token }),
      ask("POST", "/verify", { body: { type: "email", email, token: code } }),
      ask("POST", "/recover", { body: { email, ...pkce } }),
      ask("PUT", "/user", { token: session.access_token, body: { data: { name: "Ann" } } }),
      ask("POST", "/token?grant_type=pkce", { body: { auth_code: "none", code_verifier: verifier } }),
    ]),
  );
  expect(responses.map((response) => response.status).filter((status) => status >= 500)).toEqual([]);
  expect(await ask("GET", "/user", { token: session.access_token })).toMatchObject({ status: 200 });
});

async function twoSessions(email: string): Promise<[Session, Session]> {
  const one = await signIn(email);
  await putForward(emailInterval);
  return [one, await signIn(email)];
}
