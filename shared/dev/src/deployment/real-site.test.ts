import { expect, test } from "vitest";
import { authChecks } from "./auth.checks.ts";
import type { Answer } from "./ask.ts";
import { platformChecks, type Visitor } from "./platform.checks.ts";
import { redirectChecks } from "./redirect.checks.ts";
import { type Check, findingsOf, isWrong } from "./verdict.ts";

/** What only shows at a name that no test has: a platform that answers what it is told to. */
function visitor(
  answer: (path: string) => Partial<Answer>,
  platformUrl = "https://project.example",
): Visitor {
  return {
    site: "https://sheaf.example",
    page: { platformUrl, publishableKey: "sb_publishable_x", maxFileBytes: 1 },
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

/** Auth that lets people go wherever `allowed` says. */
const auth = (allowed: (address: string) => boolean) =>
  redirectChecks(
    visitor((path) => {
      const asked = new URL(path, "https://project.example").searchParams.get("redirect_to") ?? "";
      const location = allowed(asked) ? asked : "https://sheaf.example";
      return { status: 303, headers: new Headers({ location: `${location}#error=access_denied` }) };
    }),
  );

test("an allow-list of the site alone has nothing wrong", async () => {
  expect(await wrongOf(auth((address) => address.startsWith("https://sheaf.example/")))).toEqual([]);
});

test("the settings of development show where they were pushed to a real project", async () => {
  const pushed = auth((address) => /^(https:\/\/sheaf\.example|http:\/\/localhost:\d+)\//.test(address));
  expect(await wrongOf(pushed)).toEqual(["addresses of development are not allowed"]);
});

test("a pattern that is too wide at either end of the name shows", async () => {
  for (const pattern of [/^https:\/\/sheaf\.example/, /^https:\/\/[\w-]*sheaf\.example\//]) {
    expect(await wrongOf(auth((address) => pattern.test(address)))).toEqual([
      "no name that only looks like the site is allowed",
    ]);
  }
});

test("a platform over plain http shows", async () => {
  const [first] = platformChecks(visitor(() => ({}), "http://project.example"));
  expect(await wrongOf(first ? [first] : [])).toEqual(["stored files do not share an origin with the page"]);
});

test("the provider of development shows at a real name", async () => {
  const settings = { external: { email: true, keycloak: true } };
  expect(await wrongOf(authChecks(visitor(() => ({ json: settings }))))).toEqual([
    "no provider is on that the page does not know",
  ]);
});
