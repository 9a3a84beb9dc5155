import { describe, expect, test } from "vitest";
import { createRedactor } from "./redact.ts";
import { findSecrets } from "./secrets.ts";
import { formatTape, parseTape, type Interaction, type Tape } from "./tape.ts";

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const accessToken = (email: string, more: object = {}) =>
  `${base64({ alg: "ES256", kid: "k" })}.${base64({ sub: "u1", email, exp: 1_800_000_000, ...more })}.c2lnbmF0dXJlLW9mLXRoZS1wbGF0Zm9ybQ`;
const hex = "5ec7e75ec7e75ec7e75ec7e75ec7e75ec7e75ec7e75ec7e75ec7e75e";
const cookie = `sheaf-auth=base64-${base64({ access_token: "x" })}`;

/** One secret of each kind, by the name that the scan reports. */
const planted: Record<string, { response: unknown } | { headers: Record<string, string> }> = {
  "a signed token": { response: { access_token: accessToken("nora@okafor.com") } },
  "a refresh token": { response: { refresh_token: "v1.MRjHk2qNcX5tyPz" } },
  "a person's address": { response: [{ note: "ask nora.okafor+tax@okafor.co.uk today" }] },
  "a password": { response: { password: "correct horse battery" } },
  "a code verifier": { response: { code_verifier: "f".repeat(43) } },
  "the key of an authenticator app": {
    response: {
      totp: { secret: "JBSWY3DPEHPK3PXPJBSWY3DP", uri: "otpauth://totp/a?secret=JBSWY3DPEHPK3PXP" },
    },
  },
  "a token of a provider": { response: { provider_token: `gho_${"a".repeat(36)}` } },
  "the token of an emailed link": { response: { href: `/auth/confirm?token_hash=pkce_${hex}` } },
  "an address in the address of a page": { headers: { location: "/sign-in?email=nora%40okafor.com" } },
  "an address in an address in an address": {
    response: { next: "/auth/callback?next=%2Fa%3Femail%3Dnora%252Btax%2540okafor.com" },
  },
  "an address whose domain only resembles a reserved one": { response: ["nora@okafor.example.com"] },
  "an address in letters of another language": { response: ["nöra@okäfor.com"] },
  "a phone number": { response: { phone: "+4917012345678" } },
  "a phone number within a token": {
    response: { access_token: accessToken("", { phone: "4917012345678" }) },
  },
  "a new password": { response: { new_password: "correct horse battery" } },
  "codes of last resort": { response: { recovery_codes: ["abcd-efgh-1234", "zzzz-yyyy-9876"] } },
  "a session cookie": { headers: { "set-cookie": cookie } },
  "an authorization": { headers: { authorization: `Bearer ${"k".repeat(40)}` } },
};

function interactionOf(plant: { response: unknown } | { headers: Record<string, string> }): Interaction {
  return {
    request: { method: "GET", from: "page", origin: "platform", path: "/rest/v1/requests", query: [] },
    response: {
      status: 200,
      headers: { "content-type": "application/json", ...("headers" in plant ? plant.headers : {}) },
      body: { json: "response" in plant ? plant.response : {} },
    },
  };
}

const tapeOf = (interactions: Interaction[]): Tape => ({
  name: "a-tape",
  description: "Something.",
  recordedAt: "2026-11-21T12:00:00.000Z",
  startPath: "/",
  interactions,
});

describe("a recording", () => {
  test.each(Object.entries(planted))(
    "with %s is rejected as it is and accepted after redaction",
    (_name, plant) => {
      const interaction = interactionOf(plant);
      expect(findSecrets(formatTape(tapeOf([interaction])))).not.toEqual([]);
      expect(findSecrets(formatTape(tapeOf([createRedactor().interaction(interaction)])))).toEqual([]);
    },
  );

  test.each([
    ["secret key", `sb_secret_${"a".repeat(30)}`],
    ["service role", "service_role"],
    ["private key", "-----BEGIN EC PRIVATE KEY-----"],
    ["provider token", `github_pat_${"a".repeat(30)}`],
    ["encoded JSON", base64({ anything: "that nobody laid open" })],
    ["secret field", JSON.stringify({ deep: JSON.stringify({ password: "correct horse" }) })],
    ["secret field", "grant_type=refresh_token&refresh_token=v1.MRjHk2qNcX5tyPz"],
    ["secret field", "/back%23provider_token%3Dgho_short"],
  ])("with a %s is refused, because nothing should have brought it here", (kind, text) => {
    const cleaned = formatTape(
      tapeOf([interactionOf({ response: { text } })].map(createRedactor().interaction)),
    );
    expect(findSecrets(cleaned).map((found) => found.kind)).toEqual([kind]);
  });

  test.each([
    ["token of a request link", `It startPath /r/Ab3${"x9Yz".repeat(10)}.`],
    ["email address", "Nora (nora@okafor.com) signs in."],
  ])("with a %s in its description is refused", (kind, description) => {
    const secrets = findSecrets(formatTape({ ...tapeOf([]), description }));
    expect(secrets).toEqual([{ kind, line: 3 }]);
  });

  test("reports the line of each secret", () => {
    expect(findSecrets('{\n  "a": 1,\n  "password": "correct horse"\n}')).toEqual([
      { kind: "secret field", line: 3 },
    ]);
  });

  test("can be played after redaction: equal values stay equal and claims are kept", () => {
    const email = "nora@okafor.com";
    const interactions = [
      interactionOf({
        response: { access_token: accessToken(email), refresh_token: "first", user: { email } },
      }),
      interactionOf({ response: { refresh_token: "second", others: ["mats@lind.com", email] } }),
    ].map(createRedactor().interaction);
    const bodies = interactions.map(({ response }) => response.body);
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

  test("keeps a URL except for the email address in it", () => {
    const clean = createRedactor().text;
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

  test("keeps tokens valid base64url, whose length is never 1 modulo 4", () => {
    const cleaned = createRedactor().interaction(
      interactionOf({ response: [accessToken("nora@okafor.com")] }),
    );
    const [signature = ""] = /(?<=\.)[\w-]+(?=")/.exec(JSON.stringify(cleaned.response.body)) ?? [];
    expect(signature).not.toBe("");
    expect(signature.length % 4).not.toBe(1);
  });

  test("with text that only looks like a token loses that too", () => {
    const [cleaned] = [interactionOf({ response: ["eyJub25l.eyJub25l.bm8tc2lnbmF0dXJl"] })].map(
      createRedactor().interaction,
    );
    expect(cleaned?.response.body).toEqual({ json: ["taped"] });
  });

  test("with a word of one megabyte is scanned to its end", () => {
    const word = "a".repeat(1024 * 1024);
    const [cleaned] = [interactionOf({ response: [word] })].map(createRedactor().interaction);
    expect(cleaned?.response.body).toEqual({ json: [word] });
    expect(findSecrets(word)).toEqual([]);
  });

  test("is the same wherever and whenever it was recorded", () => {
    const location = (port: number, flow: string) =>
      `http://localhost:${port}/auth/callback?sb_flow_id=${flow}&code=1`;
    const [one, other] = [location(4321, "1712936c"), location(3000, "07c78524")].map((response) =>
      createRedactor().interaction(interactionOf({ response: [response] })),
    );
    expect(one?.response).toEqual(other?.response);
  });

  test("keeps only the headers that the clients read", () => {
    const [cleaned] = [
      interactionOf({
        headers: {
          "Content-Range": "0-1/2",
          "x-supabase-api-version": "2024-01-01",
          "retry-after": "30",
          "content-encoding": "gzip",
          "access-control-allow-origin": "http://localhost:3000",
          date: "Sat, 21 Nov 2026 12:00:00 GMT",
        },
      }),
    ].map(createRedactor().interaction);
    expect(cleaned?.response.headers).toEqual({
      "content-range": "0-1/2",
      "content-type": "application/json",
      "retry-after": "30",
      "x-supabase-api-version": "2024-01-01",
    });
  });

  test("keeps masked values, so that the request is found again", () => {
    const request: Interaction["request"] = {
      method: "POST",
      from: "page",
      origin: "platform",
      path: "/auth/v1/token",
      query: [],
      body: { json: { password: "taped", refresh_token: "taped" } },
    };
    const [cleaned] = [{ ...interactionOf({ response: {} }), request }].map(createRedactor().interaction);
    expect(cleaned?.request).toEqual(request);
  });
});

describe("the file of a tape", () => {
  test("survives the round trip", () => {
    const tape = tapeOf([interactionOf({ response: [1, { a: null }] })]);
    expect(parseTape(formatTape(tape))).toEqual(tape);
  });

  test("lists every invalid part", () => {
    const broken = JSON.stringify({
      ...tapeOf([]),
      name: "Not A Name",
      recordedAt: "yesterday",
      interactions: [{}],
    });
    expect(() => parseTape(broken)).toThrow(
      /Not a valid tape: name: .*; recordedAt: .*; interactions\.0\.request: /,
    );
  });

  test.each([
    "//elsewhere.example",
    "/\\elsewhere.example",
    "/\t/elsewhere.example",
    "https://elsewhere.example",
  ])("cannot start at %j, which is not on the site", (startPath) => {
    const text = JSON.stringify({ ...tapeOf([]), startPath });
    expect(() => parseTape(text)).toThrow("startPath: The start path must be a path on this site.");
  });
});
