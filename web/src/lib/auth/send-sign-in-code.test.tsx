import { cookieNames, flowIdOf } from "@sheaf/contract/cookies";
import { HttpResponse, http } from "msw/http";
import { beforeEach, expect, test } from "vitest";
import { clearCookies } from "../../testing/cookies.ts";
import { mockPlatform, platformUrl } from "../../testing/mock-platform.ts";
import { readCookies } from "../cookies.ts";
import { platformClient } from "../platform.ts";
import { sendSignInCode } from "./send-sign-in-code.ts";

/** The auth client is the reference: it asks the same platform for the same code. */
const platform = mockPlatform();
const names = cookieNames({ secure: false });
const email = "anna@lind.example";
const redirectTo = "http://localhost:3000/auth/callback?next=%2Frequests";

const senders = {
  ours: () => sendSignInCode({ email, redirectTo }),
  library: () =>
    platformClient().auth.signInWithOtp({
      email,
      options: { emailRedirectTo: redirectTo, shouldCreateUser: true },
    }),
};

let requests: Request[];
let status: number;
beforeEach(() => {
  clearCookies();
  requests = [];
  status = 200;
  platform.use(() =>
    http.post(`${platformUrl}/auth/v1/otp`, ({ request }) => {
      requests.push(request.clone());
      return HttpResponse.json({ error_code: "over_email_send_rate_limit", msg: "" }, { status });
    }),
  );
});

/** Its random parts have the same shape in both. */
const withoutRandom = (text: string) =>
  text.replaceAll(/[0-9a-f]{32,}/g, "hex").replaceAll(/[\w-]{43}/g, "hash");

function decoded(value: string): string {
  return Buffer.from(value.replace(/^base64-/, ""), "base64url").toString();
}

async function sent(send: () => Promise<unknown>) {
  clearCookies();
  await send();
  const request = requests.at(-1);
  if (!request) throw new Error("Nothing was sent.");
  const headers = Object.fromEntries(request.headers);
  // It names the package, and Auth only logs it.
  delete headers["x-client-info"];
  const cookies = [...readCookies()].map(([name, value]) => `${name}=${decoded(value)}`).sort();
  return {
    url: withoutRandom(request.url),
    headers,
    body: withoutRandom(await request.text()),
    cookies: cookies.map(withoutRandom),
  };
}

test("sends the auth client's request and writes its cookies", async () => {
  const ours = await sent(senders.ours);
  expect(ours).toEqual(await sent(senders.library));
  expect(ours.cookies).toEqual([
    'sheaf-auth-code-verifier="hex"',
    'sheaf-auth-flow-hex-code-verifier="hex"',
    'sheaf-auth-flows-code-verifier=["hex"]',
  ]);
});

test("keeps as many pending flows as the auth client", async () => {
  const flowsAfter = async (send: () => Promise<unknown>) => {
    clearCookies();
    for (let flow = 0; flow < 8; flow += 1) await send();
    return [...readCookies().keys()].filter((name) => flowIdOf(names, name) !== undefined).length;
  };
  expect(await flowsAfter(senders.ours)).toBe(await flowsAfter(senders.library));
});

test("a refusal removes the flow's verifier and has the auth client's error", async () => {
  status = 429;
  const theirs = (await senders.library()).error;
  expect(theirs?.code).toBeDefined();
  clearCookies();
  await expect(senders.ours()).rejects.toMatchObject({ name: theirs?.name, code: theirs?.code, status: 429 });
  expect([...readCookies().keys()].filter((name) => flowIdOf(names, name) !== undefined)).toEqual([]);
});
