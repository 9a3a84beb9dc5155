import type { ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPlatformFetch, type PlatformFetch } from "../http/platform-fetch.ts";
import { giveSession, type PlatformDouble, startPlatformDouble } from "../testing/platform-double.ts";
import { parseSetCookie } from "../testing/set-cookie.ts";
import { type Sidecar, startSidecar } from "../testing/start-sidecar.ts";

const flow = "0123456789abcdef";
const verifierName = `sheaf-auth-flow-${flow}-code-verifier`;
const verifier = `base64-${Buffer.from('"verifier-secret"').toString("base64url")}`;

let platform: PlatformDouble;
let sidecar: Sidecar;
let shortPool: PlatformFetch;
let impatient: Sidecar;
beforeAll(async () => {
  platform = await startPlatformDouble();
  sidecar = await startSidecar({ platformUrl: platform.url, limits: { perAddress: 1000 } });
  shortPool = createPlatformFetch(platform.url, { connect: 200, response: 200 });
  impatient = await startSidecar({ platformUrl: platform.url, fetch: shortPool.fetch });
});
afterAll(async () => {
  // Of all tests: no line of the log holds a code, a verifier, a token or a response.
  expect(sidecar.logLines.length).toBeGreaterThan(20);
  expect([...sidecar.logLines, ...impatient.logLines].join("")).not.toMatch(/secret|Oops|eyJ|e30\./);
  await sidecar.stop();
  await impatient.stop();
  platform.stop();
  await shortPool.close();
});

interface Answer {
  status: number;
  body?: string;
  headers?: Record<string, string>;
}
const dated = { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" };
const html = { "content-type": "text/html" };
const json = { "content-type": "application/json" };
const page = "<!doctype html><title>Oops</title><p>code-secret";

/** The problem that the callback explains, and the cookies that it removes. */
async function outcome(respond: (response: ServerResponse) => void, by: Sidecar = sidecar) {
  platform.respondWith((_request, response) => respond(response));
  const response = await by.send({
    path: `/auth/callback?code=code-secret&sb_flow_id=${flow}`,
    headers: { Cookie: `${verifierName}=${verifier}` },
  });
  const { status, location, setCookies } = response;
  const cookies = setCookies.map(parseSetCookie);
  expect(cookies.every(({ attributes }) => attributes["max-age"] === "0")).toBe(true);
  return { status, location, removed: cookies.map(({ name }) => name) };
}
const answer =
  ({ status, body = "", headers = {} }: Answer) =>
  (response: ServerResponse) =>
    void response.writeHead(status, headers).end(body);
const problem = (code: string, removed: string[]) => ({
  status: 303,
  location: `/link-problem?code=${code}#`,
  removed,
});

describe("an exchange that the platform refuses removes the verifier and explains", () => {
  const refused = (code: string) => problem(code, [verifierName]);
  const body = (value: unknown) => JSON.stringify(value);

  test.each<[string, Answer, string]>([
    [
      "its code",
      { status: 422, body: body({ code: "flow_state_expired" }), headers: dated },
      "flow_state_expired",
    ],
    [
      "an older form of its code",
      { status: 400, body: body({ code: 400, error_code: "bad_code_verifier" }), headers: json },
      "bad_code_verifier",
    ],
    [
      "an undated code",
      { status: 404, body: body({ code: "flow_state_not_found" }), headers: json },
      "unknown",
    ],
    ["a code unknown to us", { status: 400, body: body({ code: "toString" }), headers: dated }, "unknown"],
    ["an error without a code", { status: 403, body: "{}", headers: dated }, "unknown"],
    ["an error that is null", { status: 400, body: "null", headers: dated }, "unknown"],
    ["an error page", { status: 403, body: page, headers: html }, "unknown"],
    ["a redirect", { status: 302, headers: { location: "https://elsewhere.example/" } }, "unknown"],
    ["success without tokens", { status: 200, body: "{}", headers: json }, "unknown"],
    ["success that is null", { status: 200, body: "null", headers: json }, "unknown"],
    ["success that is a list", { status: 200, body: "[1]", headers: json }, "unknown"],
    [
      "a session without a user",
      { status: 200, body: body({ access_token: "a", refresh_token: "r", expires_in: 1 }), headers: json },
      "unknown",
    ],
    [
      "a session without a refresh token",
      { status: 200, body: body({ access_token: "a", expires_in: 1, user: {} }), headers: json },
      "unknown",
    ],
    [
      "a token that is no text",
      {
        status: 200,
        body: body({ access_token: 1, refresh_token: "r", expires_in: 1, user: {} }),
        headers: json,
      },
      "unknown",
    ],
    [
      "eight megabytes without tokens",
      { status: 200, body: body({ padding: "x".repeat(8_000_000) }), headers: json },
      "unknown",
    ],
  ])("%s", async (_, given, code) => {
    expect(await outcome(answer(given))).toEqual(refused(code));
  });
});

describe("an exchange without a verdict keeps the verifier for another attempt", () => {
  test.each<[string, Answer, string]>([
    [
      "too many attempts",
      { status: 429, body: '{"code":"over_request_rate_limit"}', headers: dated },
      "over_request_rate_limit",
    ],
    ["too many attempts, in a page", { status: 429, body: page, headers: html }, "unknown"],
    [
      "an error of the platform",
      { status: 500, body: '{"code":"unexpected_failure"}', headers: dated },
      "service.unavailable",
    ],
    ["a gateway's page", { status: 502, body: page, headers: html }, "service.unavailable"],
    ["a status of a CDN", { status: 522, body: page, headers: html }, "service.unavailable"],
    ["success with a page", { status: 200, body: page, headers: html }, "service.unavailable"],
    [
      "success with eight megabytes of text",
      { status: 200, body: "x".repeat(8_000_000), headers: html },
      "service.unavailable",
    ],
    ["success without a body", { status: 200 }, "service.unavailable"],
    ["no content", { status: 204 }, "service.unavailable"],
  ])("after %s", async (_, given, code) => {
    expect(await outcome(answer(given))).toEqual(problem(code, []));
  });

  const unavailable = problem("service.unavailable", []);

  test.each([200, 422])("after a %i whose body is cut off", async (status) => {
    const cutOff = (response: ServerResponse) => {
      response.writeHead(status, { ...dated, "content-length": "4096" });
      response.write('{"code":"flow_state_expired"', () => response.destroy());
    };
    expect(await outcome(cutOff)).toEqual(unavailable);
  });

  test("after a connection closed without a response", async () => {
    expect(await outcome((response) => response.destroy())).toEqual(unavailable);
  });

  test("if the platform doesn't respond in time", async () => {
    expect(await outcome(() => {}, impatient)).toEqual(unavailable);
  });

  test("if the body stops before its end", async () => {
    const stalled = (response: ServerResponse) =>
      void response.writeHead(200, json).write('{"access_token":');
    expect(await outcome(stalled, impatient)).toEqual(unavailable);
  });

  test("and the next attempt succeeds", async () => {
    await outcome(answer({ status: 503 }));
    platform.respondWith((_request, response) => giveSession(response));
    const path = `/auth/callback?code=code-secret&sb_flow_id=${flow}`;
    const response = await sidecar.send({ path, headers: { Cookie: `${verifierName}=${verifier}` } });
    expect(response.location).toBe("/");
  });
});
