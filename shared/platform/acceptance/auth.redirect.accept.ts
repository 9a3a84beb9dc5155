import { expect, test } from "vitest";
import { covers } from "./coverage/covers.ts";
import { ask } from "./auth.client.ts";

covers("GET /auth/v1/verify");

/** Target of an unknown link. The target is chosen before the token is checked. */
async function destination(options: { query?: string; headers?: Record<string, string> }): Promise<string> {
  const query = new URLSearchParams({ token: "ab".repeat(28), type: "magiclink" });
  if (options.query !== undefined) query.set("redirect_to", options.query);
  const { status, headers } = await ask("GET", `/verify?${query.toString()}`, {
    headers: options.headers ?? {},
  });
  expect(status).toBe(303);
  return (headers.get("location") ?? "").split("#", 1)[0] ?? "";
}

const site = () => destination({});

test.each(["http://127.0.0.1:1/x?y=1", "https://127.0.0.1/", "http://[::1]:5173/x"])(
  "a link may lead to %s, on loopback",
  async (query) => {
    expect(await destination({ query })).toBe(query);
  },
);

test("a link may lead to any page of the site", async () => {
  const page = new URL("/anywhere/else?next=1", await site()).href;
  expect(await destination({ query: page })).toBe(page);
});

test.each([
  ["another host", "https://elsewhere.example/"],
  ["an address of the network", "http://192.168.0.1/"],
  ["an address of everything", "http://0.0.0.0/"],
  ["this machine as a number", "http://2130706433/"],
  ["a host with unusual characters", "http://some_host.example/"],
  ["a tab before the address", "\thttps://elsewhere.example/"],
  ["a broken escape", "https://elsewhere.example/%zz"],
  ["a backslash that browsers read as a slash", "https:/\\elsewhere.example/"],
  ["a script", "javascript:alert(1)"],
  ["a path", "//elsewhere.example"],
])("%s is replaced by the site", async (_what, query) => {
  expect(await destination({ query })).toBe(await site());
});

test("the site as the user name of another host is not allowed", async () => {
  const { protocol, host } = new URL(await site());
  const query = `${protocol}//${host}@elsewhere.example/`;
  expect(await destination({ query })).toBe(await site());
});

test("the header comes before the query, and the referring page last", async () => {
  const [inHeader, inQuery, page] = ["header", "query", "page"].map((path) => `http://127.0.0.1:1/${path}`);
  const headers = { redirect_to: String(inHeader), referer: String(page) };
  expect(await destination({ query: String(inQuery), headers })).toBe(inHeader);
  expect(await destination({ query: String(inQuery), headers: { referer: String(page) } })).toBe(inQuery);
  expect(await destination({ headers: { referer: String(page) } })).toBe(page);
  const refused = { redirect_to: "https://elsewhere.example/", referer: String(page) };
  expect(await destination({ query: String(inQuery), headers: refused })).toBe(page);
});
