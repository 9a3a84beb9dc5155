import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseSetCookie } from "../testing/set-cookie.ts";
import { type Sidecar, startSidecar } from "../testing/start-sidecar.ts";

let sidecar: Sidecar;
beforeAll(async () => {
  sidecar = await startSidecar();
});
afterAll(() => sidecar.stop());

const ours = [
  "sheaf-auth",
  "sheaf-auth.0",
  "sheaf-auth.1",
  "sheaf-auth-code-verifier",
  "sheaf-auth-flows-code-verifier",
  "sheaf-auth-flow-0123456789abcdef-code-verifier",
  "sheaf-flash",
  "sheaf-flow-0123456789abcdef",
  "sheaf-pressed",
];

describe("signing out by a plain form", () => {
  test("removes all of our cookies of both schemes, and no others", async () => {
    const sent = [...ours, ...ours.map((name) => `__Host-${name}`), "theme", "sheaf-authority"];
    const response = await sidecar.send({
      method: "POST",
      path: "/auth/sign-out",
      headers: { Origin: sidecar.siteUrl, Cookie: sent.map((name) => `${name}=x`).join("; ") },
    });

    expect([response.status, response.location]).toEqual([303, "/sign-in"]);
    const removed = response.setCookies.map(parseSetCookie);
    expect(removed.map((cookie) => cookie.name).sort()).toEqual(
      [...ours, ...ours.map((name) => `__Host-${name}`)].sort(),
    );
    for (const { name, value, attributes } of removed) {
      expect([value, attributes["max-age"], attributes["path"], attributes["domain"]]).toEqual([
        "",
        "0",
        "/",
        undefined,
      ]);
      // Browsers accept a `__Host-` cookie, and its removal, only with this attribute.
      expect("secure" in attributes).toBe(name.startsWith("__Host-"));
    }
  });

  test("works without any cookies", async () => {
    const response = await sidecar.send({
      method: "POST",
      path: "/auth/sign-out",
      headers: { Origin: sidecar.siteUrl },
    });
    expect([response.status, response.location]).toEqual([303, "/sign-in"]);
  });

  test.each([
    ["a name that no response can repeat", "sheaf-auth-a(b=1; sheaf-auth=x"],
    ["a name in another alphabet", "sheaf-auth-\u00fc=1; sheaf-auth=x"],
    ["a value that looks like JSON", 'sheaf-auth=j:{"a":1}'],
  ])("isn't blocked by %s", async (_, planted) => {
    const response = await sidecar.send({
      method: "POST",
      path: "/auth/sign-out",
      headers: { Origin: sidecar.siteUrl, Cookie: planted },
    });
    expect([response.status, response.location]).toEqual([303, "/sign-in"]);
    expect(response.setCookies.map((line) => parseSetCookie(line).name)).toEqual(["sheaf-auth"]);
  });

  test("can't be triggered by another site or a link", async () => {
    const headers = { Cookie: "sheaf-auth=x", Origin: "https://evil.example" };
    const posted = await sidecar.send({ method: "POST", path: "/auth/sign-out", headers });
    expect([posted.location, posted.setCookies]).toEqual(["/link-problem?code=link.other_page#", []]);
    const opened = await sidecar.send({ path: "/auth/sign-out", headers: { Cookie: "sheaf-auth=x" } });
    expect([opened.status, opened.setCookies]).toEqual([404, []]);
  });
});
