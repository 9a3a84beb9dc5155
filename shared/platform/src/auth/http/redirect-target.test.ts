import { describe, expect, test } from "vitest";
import { redirectTarget } from "./redirect-target.ts";

const site = "https://sheaf.example";

function isKept(candidate: string, { allowList = [], siteUrl = site }: Rules = {}): boolean {
  const target = redirectTarget([candidate], { siteUrl, allowList });
  expect([candidate, siteUrl]).toContain(target);
  return target === candidate;
}

interface Rules {
  allowList?: readonly string[];
  siteUrl?: string;
}

/** Matches everything, so only the rules before the list can refuse. */
const everything = { allowList: ["**"] };

describe("the site's own host", () => {
  test.each([
    ["a page of the site", "https://sheaf.example/auth/callback?next=/inbox#top"],
    ["the site in capitals where they mean nothing", "HTTPS://sheaf.example/"],
    ["the site with a name and a password before it", "https://ann:secret@sheaf.example/"],
  ])("%s is allowed", (_what, candidate) => {
    expect(isKept(candidate)).toBe(true);
  });

  test.each([
    ["another host", "https://elsewhere.example/"],
    ["another scheme", "http://sheaf.example/"],
    ["another port", "https://sheaf.example:8443/"],
    ["the port that goes without saying, said", "https://sheaf.example:443/"],
    ["the host in capitals, which is compared as it is written", "https://Sheaf.example/"],
    ["a host that only begins like ours", "https://sheaf.example.elsewhere.example/"],
    ["a host that only ends like ours", "https://not-sheaf.example/"],
    ["our host as a user name", "https://sheaf.example@elsewhere.example/"],
    ["our host behind a backslash", "https://elsewhere.example\\@sheaf.example/"],
    ["our host in the path", "https:/elsewhere.example/sheaf.example"],
    ["a path", "/auth/callback"],
    ["a path that browsers read as a host", "//elsewhere.example"],
    ["no address at all", "nonsense"],
    ["a script", "javascript:alert(1)"],
  ])("%s is not allowed", (_what, candidate) => {
    expect(isKept(candidate)).toBe(false);
  });

  test.each(["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"])(
    "every port of %s is allowed",
    (siteUrl) => {
      const other = siteUrl.replace("3000", "4000");
      expect(isKept(`${other}/x`, { siteUrl })).toBe(true);
    },
  );
});

describe("hosts decided before the allow-list", () => {
  test.each([
    ["a number for a host", "http://2130706433/"],
    ["a number for a host of another scheme", "com.example.app://2130706433/"],
    ["an address of the network", "http://192.168.0.1/"],
    ["an address of the network with a port", "http://10.0.0.1:3000/x"],
    ["an address of everything", "http://0.0.0.0:3000/"],
    ["an address of version 6", "http://[fe80::1]/"],
    ["an address of the network in a custom scheme", "com.example.app://10.0.0.1/"],
    ["a host with an underscore", "http://some_host.example/"],
    ["a host that ends in a dot", "http://elsewhere.example./"],
    ["a host that ends in a hyphen", "http://elsewhere-/"],
    ["a host in letters of another script", "http://bücher.example/"],
    ["a tab before a number", "\thttp://2130706433/"],
    ["a line break in the middle", "http://else\nwhere.example/"],
    ["a space", "http://elsewhere.example/a b"],
    ["a broken escape", "http://elsewhere.example/%zz"],
    ["an invalid port", "http://elsewhere.example:port/"],
    ["a backslash for a slash", "https:/\\elsewhere.example/"],
    ["what no browser can read by itself", "/auth/callback"],
  ])("%s is refused", (_what, candidate) => {
    expect(isKept(candidate, everything)).toBe(false);
  });

  test.each([
    "http://127.0.0.1:5173/x",
    "https://127.0.0.1/",
    "http://127.8.9.10/",
    "http://[::1]:8080/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://[::ffff:127.0.0.1]/",
    "com.example.app://127.0.0.1/",
  ])("%s is loopback, and allowed", (candidate) => {
    expect(isKept(candidate)).toBe(true);
  });

  test("a host name for loopback is not an IP address", () => {
    expect(isKept("http://localhost:3000/")).toBe(false);
    expect(isKept("http://localhost:3000/", everything)).toBe(true);
  });
});

describe("the allow-list", () => {
  test.each([
    ["https://*.preview.example/*", "https://one.preview.example/x", true],
    ["https://*.preview.example/*", "https://one.preview.example/", true],
    ["https://*.preview.example/*", "https://one.two.preview.example/x", false],
    ["https://*.preview.example/*", "https://one.preview.example/x/y", false],
    ["https://*.preview.example/*", "https://one.preview.example/x.y", false],
    ["https://*.preview.example/**", "https://one.preview.example/x/y.z?q=1", true],
    ["https://preview.example/{a,b}", "https://preview.example/b", true],
    ["https://preview.example/{a,b}", "https://preview.example/c", false],
    ["https://preview.example/{a*,b}", "https://preview.example/abc", true],
    ["https://preview.example/[a-c]?", "https://preview.example/b7", true],
    ["https://preview.example/[a-c]?", "https://preview.example/b/", false],
    ["https://preview.example/[!a-c]", "https://preview.example/b", false],
    ["https://preview.example/[!a-c]", "https://preview.example/d", true],
    ["https://preview.example/\\*", "https://preview.example/*", true],
    ["https://preview.example/\\*", "https://preview.example/x", false],
    ["https://preview.example/cb", "https://preview.example/cb", true],
    ["https://preview.example/cb", "https://preview.example/cb?x=1", false],
    ["https://preview.example/cb?x=1", "https://preview.example/cb.x=1", false],
    ["https://preview.example/cb", "https://preview.example/cb#fragment", true],
    ["https://preview.example/cb", "https://preview.example/cb/", false],
    ["https://preview.example/cb", "https://preview.example:443/cb", false],
    ["https://Preview.example/cb", "https://preview.example/cb", false],
    ["com.example.app://**", "com.example.app://callback/x", true],
    ["com.example.app://**", "com.example.app:opaque", false],
    ["https://preview.example/{a", "https://preview.example/{a", false],
    ["", "https://preview.example/", false],
  ])("the entry %s lets %s through: %s", (pattern, candidate, passes) => {
    expect(isKept(candidate, { allowList: ["https://other.example/", pattern] })).toBe(passes);
  });
});

describe("several candidates", () => {
  const rules = { siteUrl: site, allowList: [] };
  const page = "https://sheaf.example/sign-in";

  test("a refused candidate gives way to the referring page", () => {
    expect(redirectTarget(["https://elsewhere.example/", page], rules)).toBe(page);
  });

  test("without an allowed candidate the site is used", () => {
    expect(redirectTarget([undefined, ""], rules)).toBe(site);
    expect(redirectTarget(["https://elsewhere.example/", "http://10.0.0.1/"], rules)).toBe(site);
  });
});
