import { expect, test } from "vitest";
import { ownRedirect } from "./own-redirect.ts";

const site = "https://sheaf.example";
const token = "k".repeat(43);
const id = "0d9c1f6e-5a0b-4d52-9a5c-0a4f1f6f7e11";
const callback = (next?: string, flow?: string): string => {
  const url = new URL("/auth/callback", site);
  if (next !== undefined) url.searchParams.set("next", next);
  if (flow !== undefined) url.searchParams.set("sb_flow_id", flow);
  return url.href;
};

test.each([`/r/${token}`, "/requests", `/requests/${id}`, "/settings/security", "/", `/join/${token}`])(
  "%s stays, with the flow",
  (next) => {
    const url = callback(next, "0123456789abcdef");
    expect(ownRedirect(url, site).url).toBe(url);
  },
);

test("a page without the callback before it is its destination", () => {
  expect(ownRedirect(`${site}/r/${token}`, site)).toEqual({ url: callback(`/r/${token}`), token });
});

test.each([
  ["a query", `/r/${token}?note=Call%20us`],
  ["a fragment", `/r/${token}#call-us`],
])("of a page with %s the page stays", (_, next) => {
  expect(ownRedirect(callback(next), site)).toEqual({ url: callback(`/r/${token}`), token });
});

test.each([
  ["another site", `https://evil.example/r/${token}`],
  ["this site's name in another address", `https://sheaf.example@evil.example/r/${token}`],
  ["no address", "r/x"],
  ["nothing", ""],
  ["a page that isn't ours", callback("/your-account-is-locked-call-us")],
  ["a link's page with words for its secret", callback("/r/call-us-at-once")],
  ["a longer secret", callback(`/r/${token}x`)],
  ["two destinations", `${site}/auth/callback?next=/r/${token}&next=/r/${token}`],
  ["another path below a link", callback(`/r/${token}/call-us`)],
])("nothing stays of %s", (_, redirect) => {
  expect(ownRedirect(redirect, site)).toEqual({ url: callback(), token: undefined });
});

test("only a request's link has a token", () => {
  expect(ownRedirect(callback(`/join/${token}`), site).token).toBeUndefined();
  expect(ownRedirect(callback(`/inbox/${id}`), site).token).toBeUndefined();
});
