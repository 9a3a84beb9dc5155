import { expect } from "vitest";
import { covers } from "./coverage/covers.ts";
import {
  ask,
  callback,
  follow,
  hashOf,
  newAddress,
  newVerifier,
  nextEmail,
  signIn,
  type TestResponse,
} from "./auth.client.ts";
import { emailInterval, putForward, testWithClock } from "./with-clock.ts";

covers("POST /auth/v1/token?grant_type=pkce", "GET /auth/v1/verify");

/** Lifetime of an exchange, GoTrue's minimum and default. Seconds. */
const life = 300;

interface Kind {
  /** `type` of the link. */
  type: string;
  /** Requests the email and returns its recipient. */
  ask: (pkce: Record<string, string>) => Promise<string>;
}

async function knownAddress(): Promise<string> {
  const email = newAddress();
  await signIn(email);
  await putForward(emailInterval);
  return email;
}

const signUp: Kind = {
  type: "signup",
  ask: async (pkce) => {
    const email = newAddress();
    await ask("POST", "/signup", { body: { email, password: "a long enough password 1", ...pkce } });
    return email;
  },
};

const recovery: Kind = {
  type: "recovery",
  ask: async (pkce) => {
    const email = await knownAddress();
    await ask("POST", "/recover", { body: { email, ...pkce } });
    return email;
  },
};

const emailChange: Kind = {
  type: "email_change",
  ask: async (pkce) => {
    const [email, newEmail] = [await knownAddress(), newAddress()];
    const { access_token: token } = await signIn(email);
    await ask("PUT", "/user", { token, body: { email: newEmail, ...pkce } });
    await follow({ hash: hashOf(await nextEmail(newEmail)), type: "email_change" });
    return email;
  },
};

const signInLink: Kind = {
  type: "magiclink",
  ask: async (pkce) => {
    const email = await knownAddress();
    await ask("POST", "/otp", { body: { email, ...pkce } });
    return email;
  },
};

/** Runs from the request to the exchange, waiting before and after the click. Seconds. */
async function exchangeAfter(kind: Kind, beforeClick: number, afterClick: number): Promise<TestResponse> {
  const { verifier, pkce } = newVerifier();
  const email = await kind.ask(pkce);
  const hash = hashOf(await nextEmail(email));
  await putForward(beforeClick);
  const landed = await follow({ hash, type: kind.type, redirectTo: callback });
  await putForward(afterClick);
  return exchange(landed.searchParams.get("code") ?? "", verifier);
}

function exchange(code: string, verifier: string): Promise<TestResponse> {
  return ask("POST", "/token?grant_type=pkce", { body: { auth_code: code, code_verifier: verifier } });
}

const expired = { status: 422, body: { code: "flow_state_expired" } };

for (const kind of [signUp, recovery, emailChange]) {
  testWithClock(`an exchange of the type ${kind.type} lives five minutes from its request`, async () => {
    expect(await exchangeAfter(kind, life / 2, life / 2 - 10)).toMatchObject({ status: 200 });
    expect(await exchangeAfter(kind, life / 2, life / 2 + 1)).toMatchObject(expired);
    expect(await exchangeAfter(kind, life + 1, 0)).toMatchObject(expired);
  });
}

testWithClock("the exchange of a sign-in link expires five minutes after the click", async () => {
  expect(await exchangeAfter(signInLink, 2 * life, life - 10)).toMatchObject({ status: 200 });
  expect(await exchangeAfter(signInLink, 2 * life, life + 1)).toMatchObject(expired);
});

testWithClock("an expired exchange stays expired, with any verifier", async () => {
  const { verifier, pkce } = newVerifier();
  const email = await recovery.ask(pkce);
  const hash = hashOf(await nextEmail(email));
  const landed = await follow({ hash, type: "recovery", redirectTo: callback });
  const code = landed.searchParams.get("code") ?? "";
  await putForward(life + 1);
  expect(await exchange(code, newVerifier().verifier)).toMatchObject(expired);
  expect(await exchange(code, verifier)).toMatchObject(expired);
});

testWithClock("of two requests of one type only the newer can be exchanged", async () => {
  const email = newAddress();
  const { access_token: token } = await signIn(email);
  await putForward(emailInterval);
  const [first, second] = [newVerifier(), newVerifier()];
  await ask("POST", "/recover", { body: { email, ...first.pkce } });
  await nextEmail(email);
  await putForward(emailInterval);
  await ask("POST", "/recover", { body: { email, ...second.pkce } });
  const hash = hashOf(await nextEmail(email));
  const change = newVerifier();
  const wish = await ask("PUT", "/user", { token, body: { email: newAddress(), ...change.pkce } });
  expect(wish).toMatchObject({ status: 200 });

  const landed = await follow({ hash, type: "recovery", redirectTo: callback });
  const code = landed.searchParams.get("code") ?? "";
  for (const { verifier } of [first, change]) {
    expect(await exchange(code, verifier)).toMatchObject({
      status: 400,
      body: { code: "bad_code_verifier" },
    });
  }
  expect(await exchange(code, second.verifier)).toMatchObject({ status: 200 });
  expect(await exchange(code, second.verifier)).toMatchObject({
    status: 404,
    body: { code: "flow_state_not_found" },
  });
});
