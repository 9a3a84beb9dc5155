import { describe, expect, test } from "vitest";
import { createCleaner } from "./clean.ts";
import { findSecrets } from "./secrets.ts";
import { formatTape, parseTape, type Take, type Tape } from "./tape.ts";

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const accessToken = (email: string, more: object = {}) =>
  `${base64({ alg: "ES256", kid: "k" })}.${base64({ sub: "u1", email, exp: 1_800_000_000, ...more })}.c2lnbmF0dXJlLW9mLXRoZS1wbGF0Zm9ybQ`;
const hex = "5ec7e75ec7e75ec7e75ec7e75ec7e75ec7e75ec7e75ec7e75ec7e75e";
const cookie = `sheaf-auth=base64-${base64({ access_token: "x" })}`;

/** One of every kind, under the name of what would be read. */
const planted: Record<string, { answer: unknown } | { headers: Record<string, string> }> = {
  "a signed token": { answer: { access_token: accessToken("nora@okafor.com") } },
  "a refresh token": { answer: { refresh_token: "v1.MRjHk2qNcX5tyPz" } },
  "a person's address": { answer: [{ note: "ask nora.okafor+tax@okafor.co.uk today" }] },
  "a password": { answer: { password: "correct horse battery" } },
  "a code verifier": { answer: { code_verifier: "f".repeat(43) } },
  "the key of an authenticator app": {
    answer: { totp: { secret: "JBSWY3DPEHPK3PXPJBSWY3DP", uri: "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP" } },
  },
  "a token of a provider": { answer: { provider_token: `gho_${"a".repeat(36)}` } },
  "the token of a mailed link": { answer: { href: `/auth/confirm?token_hash=pkce_${hex}` } },
  "an address in the address of a page": { headers: { location: "/sign-in?email=nora%40okafor.com" } },
  "an address in an address in an address": {
    answer: { next: "/auth/callback?next=%2Fa%3Femail%3Dnora%252Btax%2540okafor.com" },
  },
  "an address that only ends nearly like a made-up one": { answer: ["nora@okafor.example.com"] },
  "an address in letters of another language": { answer: ["nöra@okäfor.com"] },
  "a phone number": { answer: { phone: "+4917012345678" } },
  "a phone number within a token": { answer: { access_token: accessToken("", { phone: "4917012345678" }) } },
  "a new password": { answer: { new_password: "correct horse battery" } },
  "codes of last resort": { answer: { recovery_codes: ["abcd-efgh-1234", "zzzz-yyyy-9876"] } },
  "a session cookie": { headers: { "set-cookie": cookie } },
  "an authorization": { headers: { authorization: `Bearer ${"k".repeat(40)}` } },
};

function takeOf(plant: { answer: unknown } | { headers: Record<string, string> }): Take {
  return {
    request: { method: "GET", from: "page", origin: "platform", path: "/rest/v1/requests", query: [] },
    answer: {
      status: 200,
      headers: { "content-type": "application/json", ...("headers" in plant ? plant.headers : {}) },
      body: { json: "answer" in plant ? plant.answer : {} },
    },
  };
}

const tapeOf = (takes: Take[]): Tape => ({
  name: "a-tape",
  says: "Something.",
  at: "2026-11-21T12:00:00.000Z",
  opens: "/",
  takes,
});

describe("a recording", () => {
  test.each(Object.entries(planted))(
    "with %s is refused as it is, and kept once it is cleaned",
    (_name, plant) => {
      const take = takeOf(plant);
      expect(findSecrets(formatTape(tapeOf([take])))).not.toEqual([]);
      expect(findSecrets(formatTape(tapeOf([createCleaner().take(take)])))).toEqual([]);
    },
  );

  test.each([
    ["secret key", `sb_secret_${"a".repeat(30)}`],
    ["word of the service's own role", "service_role"],
    ["private key", "-----BEGIN EC PRIVATE KEY-----"],
    ["token of a provider", `github_pat_${"a".repeat(30)}`],
    ["encoded JSON", base64({ anything: "that nobody laid open" })],
    ["field that holds a secret", JSON.stringify({ deep: JSON.stringify({ password: "correct horse" }) })],
    ["field that holds a secret", "grant_type=refresh_token&refresh_token=v1.MRjHk2qNcX5tyPz"],
    ["field that holds a secret", "/back%23provider_token%3Dgho_short"],
  ])("with a %s is refused, because nothing should have brought it here", (kind, text) => {
    const cleaned = formatTape(tapeOf([takeOf({ answer: { text } })].map(createCleaner().take)));
    expect(findSecrets(cleaned).map((found) => found.kind)).toEqual([kind]);
  });

  test.each([
    ["token of a request's link", `It opens /r/Ab3${"x9Yz".repeat(10)}.`],
    ["address of a person", "Nora (nora@okafor.com) signs in."],
  ])("with a %s in what is said about it is refused", (kind, says) => {
    const told = findSecrets(formatTape({ ...tapeOf([]), says }));
    expect(told).toEqual([{ kind, line: 3 }]);
  });

  test("says of each secret in which line it stands", () => {
    expect(findSecrets('{\n  "a": 1,\n  "password": "correct horse"\n}')).toEqual([
      { kind: "field that holds a secret", line: 3 },
    ]);
  });

  test("can be played after cleaning: one person is one address, one token one token, and claims are kept", () => {
    const email = "nora@okafor.com";
    const takes = [
      takeOf({ answer: { access_token: accessToken(email), refresh_token: "first", user: { email } } }),
      takeOf({ answer: { refresh_token: "second", others: ["mats@lind.com", email] } }),
    ].map(createCleaner().take);
    const bodies = takes.map(({ answer }) => answer.body);
    expect(bodies).toMatchObject([
      { json: { refresh_token: "taped-1", user: { email: "person-1@people.example" } } },
      { json: { refresh_token: "taped-2", others: ["person-2@people.example", "person-1@people.example"] } },
    ]);
    const [, claims = ""] = JSON.stringify(bodies[0]).split(".");
    expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toEqual({
      email: "person-1@people.example",
      exp: 1_800_000_000,
      sub: "u1",
    });
  });

  test("leaves an address of a page as it was, but for the person in it", () => {
    const clean = createCleaner().text;
    const shown = clean(
      "nora@okafor.com: /a?next=%2Fb%3Femail%3DNora%40Okafor.com&to=nora%252B1%2540okafor.com",
    );
    expect(shown).toBe(
      "person-1@people.example: /a?next=%2Fb%3Femail%3Dperson-1%40people.example&to=person-2%2540people.example",
    );
    expect(clean("nora@okafor.example. Or nora%40okafor.example?")).toBe(
      "nora@okafor.example. Or nora%40okafor.example?",
    );
  });

  test("keeps its tokens in a form that the clients read: base64url has no length of one more than fours", () => {
    const cleaned = createCleaner().take(takeOf({ answer: [accessToken("nora@okafor.com")] }));
    const [signature = ""] = /(?<=\.)[\w-]+(?=")/.exec(JSON.stringify(cleaned.answer.body)) ?? [];
    expect(signature).not.toBe("");
    expect(signature.length % 4).not.toBe(1);
  });

  test("with what only looks like a token is cleaned of it all the same", () => {
    const [cleaned] = [takeOf({ answer: ["eyJub25l.eyJub25l.bm8tc2lnbmF0dXJl"] })].map(createCleaner().take);
    expect(cleaned?.answer.body).toEqual({ json: ["taped"] });
  });

  test("with one word of a megabyte is read to its end", () => {
    const word = "a".repeat(1024 * 1024);
    const [cleaned] = [takeOf({ answer: [word] })].map(createCleaner().take);
    expect(cleaned?.answer.body).toEqual({ json: [word] });
    expect(findSecrets(word)).toEqual([]);
  });

  test("says the same wherever and whenever it was made", () => {
    const location = (port: number, flow: string) =>
      `http://localhost:${port}/auth/callback?sb_flow_id=${flow}&code=1`;
    const [one, other] = [location(4321, "1712936c"), location(3000, "07c78524")].map((answer) =>
      createCleaner().take(takeOf({ answer: [answer] })),
    );
    expect(one?.answer).toEqual(other?.answer);
  });

  test("keeps of the headers what the clients read", () => {
    const [cleaned] = [
      takeOf({
        headers: {
          "Content-Range": "0-1/2",
          "x-supabase-api-version": "2024-01-01",
          "retry-after": "30",
          "content-encoding": "gzip",
          "access-control-allow-origin": "http://localhost:3000",
          date: "Sat, 21 Nov 2026 12:00:00 GMT",
        },
      }),
    ].map(createCleaner().take);
    expect(cleaned?.answer.headers).toEqual({
      "content-range": "0-1/2",
      "content-type": "application/json",
      "retry-after": "30",
      "x-supabase-api-version": "2024-01-01",
    });
  });

  test("leaves what was masked as it is, so that its request is found again", () => {
    const request: Take["request"] = {
      method: "POST",
      from: "page",
      origin: "platform",
      path: "/auth/v1/token",
      query: [],
      body: { json: { password: "taped", refresh_token: "taped" } },
    };
    const [cleaned] = [{ ...takeOf({ answer: {} }), request }].map(createCleaner().take);
    expect(cleaned?.request).toEqual(request);
  });
});

describe("the file of a tape", () => {
  test("is read back as it was written", () => {
    const tape = tapeOf([takeOf({ answer: [1, { a: null }] })]);
    expect(parseTape(formatTape(tape))).toEqual(tape);
  });

  test("that is none says everything that is wrong with it", () => {
    const broken = JSON.stringify({ ...tapeOf([]), name: "Not A Name", at: "yesterday", takes: [{}] });
    expect(() => parseTape(broken)).toThrow(/This is no tape\. name: .*; at: .*; takes\.0\.request: /);
  });

  test.each([
    "//elsewhere.example",
    "/\\elsewhere.example",
    "/\t/elsewhere.example",
    "https://elsewhere.example",
  ])("never leads off the site: it cannot open at %j", (opens) => {
    const text = JSON.stringify({ ...tapeOf([]), opens });
    expect(() => parseTape(text)).toThrow("opens: It has to open at a path of the site.");
  });
});
