import { expect, test } from "vitest";
import { authChecks } from "./auth.checks.ts";
import type { ReceivedResponse } from "./send-request.ts";
import { platformChecks, type Visitor } from "./platform.checks.ts";
import { redirectChecks } from "./redirect.checks.ts";
import { type Check, findingsOf, isWrong } from "./verdict.ts";

/** A scripted platform, for checks that depend on a real host name. */
function visitor(
  answer: (path: string) => Partial<ReceivedResponse>,
  platformUrl = "https://project.example",
): Visitor {
  return {
    site: "https://sheaf.example",
    page: { platformUrl, publishableKey: "sb_publishable_x", maxFileBytes: 1, captchaProvider: "" },
    ask: async (path) => ({
      status: 200,
      headers: new Headers(),
      text: "",
      json: undefined,
      ...answer(path),
    }),
  };
}

async function wrongOf(checks: Check[]): Promise<string[]> {
  const names: string[] = [];
  for await (const finding of findingsOf(checks)) if (isWrong(finding)) names.push(finding.name);
  return names;
}

/** Auth with an allow-list defined by `allowed`. */
const auth = (allowed: (address: string) => boolean) =>
  redirectChecks(
    visitor((path) => {
      const requested = new URL(path, "https://project.example").searchParams.get("redirect_to") ?? "";
      const location = allowed(requested) ? requested : "https://sheaf.example";
      return { status: 303, headers: new Headers({ location: `${location}#error=access_denied` }) };
    }),
  );

test("an allow-list with only the site passes", async () => {
  expect(await wrongOf(auth((address) => address.startsWith("https://sheaf.example/")))).toEqual([]);
});

test("development settings pushed to a real project are reported", async () => {
  const pushed = auth((address) => /^(https:\/\/sheaf\.example|http:\/\/localhost:\d+)\//.test(address));
  expect(await wrongOf(pushed)).toEqual(["development URLs are not allowed"]);
});

test("a pattern that is too wide at either end of the host name is reported", async () => {
  for (const pattern of [/^https:\/\/sheaf\.example/, /^https:\/\/[\w-]*sheaf\.example\//]) {
    expect(await wrongOf(auth((address) => pattern.test(address)))).toEqual([
      "no similar host name is allowed",
    ]);
  }
});

test("a platform on plain http is reported", async () => {
  const [first] = platformChecks(visitor(() => ({}), "http://project.example"));
  expect(await wrongOf(first ? [first] : [])).toEqual(["stored files have a different origin from the page"]);
});

test("the development provider is reported at a real host name", async () => {
  const settings = { external: { email: true, keycloak: true } };
  expect(await wrongOf(authChecks(visitor(() => ({ json: settings }))))).toEqual([
    "every provider is known to the page",
  ]);
});
