import { expect, test } from "vitest";
import { redirectTarget } from "./redirect-target.ts";

const site = "https://sheaf.example";

function target(candidate: string, allowList: readonly string[] = [], siteUrl = site): string {
  return redirectTarget([candidate], { siteUrl, allowList });
}

test.each([
  ["a page of the site", "https://sheaf.example/auth/callback?next=/inbox"],
  ["a loopback address, whatever the list says", "http://127.0.0.1:5173/x"],
  ["another loopback address", "http://[::1]:8080/"],
])("%s is kept", (_what, candidate) => {
  expect(target(candidate)).toBe(candidate);
});

test("in development every port of the site's own host is kept", () => {
  expect(target("http://localhost:4000/x", [], "http://localhost:3000")).toBe("http://localhost:4000/x");
});

test.each([
  ["another host", "https://elsewhere.example/"],
  ["another scheme", "http://sheaf.example/"],
  ["another port", "https://sheaf.example:8443/"],
  ["a host that only begins like ours", "https://sheaf.example.elsewhere.example/"],
  ["our host as a user name", "https://sheaf.example@elsewhere.example/"],
  ["an address of the network", "http://192.168.0.1/"],
  ["a loopback address in disguise", "http://2130706433/"],
  ["a script", "javascript:alert(1)"],
  ["a path", "/auth/callback"],
  ["no address at all", "nonsense"],
])("%s is replaced by the site", (_what, candidate) => {
  expect(target(candidate)).toBe(site);
});

test.each([
  ["https://*.preview.example/*", "https://one.preview.example/x", true],
  ["https://*.preview.example/*", "https://one.two.preview.example/x", false],
  ["https://*.preview.example/*", "https://one.preview.example/x/y", false],
  ["https://*.preview.example/**", "https://one.preview.example/x/y.z?q=1", true],
  ["https://preview.example/{a,b}", "https://preview.example/b", true],
  ["https://preview.example/{a,b}", "https://preview.example/c", false],
  ["https://preview.example/[a-c]?", "https://preview.example/b7", true],
  ["https://preview.example/[!a-c]", "https://preview.example/b", false],
  ["https://preview.example/cb", "https://preview.example/cb?x=1", false],
  ["https://preview.example/cb", "https://preview.example/cb#fragment", true],
  ["com.example.app://**", "com.example.app://callback/x", true],
  ["http://10.0.0.1/**", "http://10.0.0.1/x", false],
  ["https://preview.example/{a", "https://preview.example/{a", false],
])("the list entry %s lets %s through: %s", (pattern, candidate, passes) => {
  expect(target(candidate, [pattern])).toBe(passes ? candidate : site);
});

test("a refused wish falls back to the page that the request came from", () => {
  const rules = { siteUrl: site, allowList: [] };
  const referer = "https://sheaf.example/sign-in";
  expect(redirectTarget(["https://elsewhere.example/", referer], rules)).toBe(referer);
  expect(redirectTarget([undefined, undefined], rules)).toBe(site);
});
