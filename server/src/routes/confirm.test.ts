import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseSetCookie } from "../testing/set-cookie.ts";
import { type Sidecar, startSidecar } from "../testing/start-sidecar.ts";

const hash = "a3".repeat(28);
const flow = "0123456789abcdef0123456789abcdef";
const verifier = `sheaf-auth-flow-${flow}-code-verifier=x`;
const marker = `sheaf-flow-${flow}=1`;

let sidecar: Sidecar;
beforeAll(async () => {
  sidecar = await startSidecar({ limits: { perAddress: 1000, perLink: 1000 } });
});
afterAll(() => sidecar.stop());

const link = (options: { token?: string; type?: string; redirectTo?: string } = {}): string => {
  const callback = `${sidecar.siteUrl}/auth/callback?next=${encodeURIComponent("/r/abc")}&sb_flow_id=${flow}`;
  const { token = `pkce_${hash}`, type = "magiclink", redirectTo = callback } = options;
  const query = new URLSearchParams({ token_hash: token, type, redirect_to: redirectTo });
  return `/auth/confirm?${query.toString()}`;
};
const press = (path: string, headers: Record<string, string> = {}) =>
  sidecar.send({ method: "POST", path, headers: { Origin: sidecar.siteUrl, ...headers } });

describe("opening an emailed link", () => {
  test("shows a page with one button and has no side effects", async () => {
    const response = await sidecar.send({ path: link() });
    expect(response.status).toBe(200);
    expect(response.text.match(/<button>/g)).toHaveLength(1);
    expect(response.text).toContain('<form method="post">');
    expect(response.setCookies).toEqual([]);
    expect(sidecar.platformCalls).toEqual([]);
  });

  test("writes nothing from the link into the page", async () => {
    const response = await sidecar.send({ path: link({ redirectTo: `${sidecar.siteUrl}/"><script>x` }) });
    expect(response.text).toBe((await sidecar.send({ path: link({ token: "b4".repeat(28) }) })).text);
    expect(response.text).not.toMatch(/<script>|pkce_|a3a3|redirect|style=/);
  });

  test("sends a referrer policy that gives the form an origin", async () => {
    const response = await sidecar.send({ path: link() });
    expect(response.headers["referrer-policy"]).toBe("same-origin");
    expect(response.headers["content-security-policy"]).toContain("form-action 'self' http://127.0.0.1:9;");
  });

  test("serves the page's style sheet from our origin", async () => {
    const page = await sidecar.send({ path: link() });
    const href = /<link rel="stylesheet" href="([^"]+)"/.exec(page.text)?.[1] ?? "";
    const style = await sidecar.send({ path: href });
    expect(style.status).toBe(200);
    expect(style.headers["content-type"]).toContain("text/css");
  });

  test("serves the script that prevents a double submit from our origin", async () => {
    const page = await sidecar.send({ path: link() });
    const source = /<script src="([^"]+)"><\/script>/.exec(page.text)?.[1] ?? "";
    const script = await sidecar.send({ path: source });
    expect([script.status, script.headers["content-type"]]).toEqual([200, "text/javascript; charset=utf-8"]);
    expect(page.headers["content-security-policy"]).toContain("script-src 'self';");
  });

  test("answers HEAD with 200 for any link", async () => {
    for (const path of [link(), "/auth/confirm", "/auth/confirm?token_hash=%ff&type[]=x"]) {
      const response = await sidecar.send({ method: "HEAD", path });
      expect([response.status, response.text, response.location]).toEqual([200, "", undefined]);
    }
  });

  test.each([
    "/auth/confirm",
    "/auth/confirm?token_hash=&type=magiclink",
    `/auth/confirm?token_hash=${hash}`,
    `/auth/confirm?token_hash=${hash}&type=sms`,
    `/auth/confirm?token_hash=${hash}&type=toString`,
    `/auth/confirm?token_hash=${hash}&type=magiclink&type=magiclink`,
    `/auth/confirm?token_hash=${hash}&token_hash=${hash}&type=magiclink`,
    `/auth/confirm?token_hash[a]=${hash}&type=magiclink`,
    "/auth/confirm?token_hash=%3Cscript%3E&type=magiclink",
    `/auth/confirm?token_hash=${"a".repeat(8000)}&type=magiclink`,
  ])("that is incomplete leads to an explanation: %s", async (path) => {
    for (const response of [await sidecar.send({ path }), await press(path)]) {
      expect([response.status, response.location, response.text]).toEqual([
        303,
        `/link-problem?code=link.incomplete${path.split("type=magiclink").length === 2 ? "&type=magiclink" : ""}#`,
        "",
      ]);
    }
  });
});

describe("pressing the button", () => {
  test("in the browser that requested it leads to the code exchange", async () => {
    const response = await press(link(), { Cookie: `${verifier}; ${marker}` });
    expect(response.status).toBe(303);
    const verify = new URL(response.location ?? "");
    expect(verify.origin + verify.pathname).toBe("http://127.0.0.1:9/auth/v1/verify");
    expect(Object.fromEntries(verify.searchParams)).toEqual({
      token: `pkce_${hash}`,
      type: "magiclink",
      redirect_to: `${sidecar.siteUrl}/auth/callback?next=%2Fr%2Fabc&sb_flow_id=${flow}`,
    });
  });

  test.each([
    ["the same browser too late", verifier, "/r/abc", {}],
    ["another browser", "", "/inbox", {}],
    ["a browser that has only the marker", marker, "/inbox", {}],
    [
      "a browser that asked for a different link",
      `${verifier}; ${marker}`.replaceAll(flow, "f".repeat(32)),
      "/inbox",
      {},
    ],
    ["a link that was not made for an exchange", `${verifier}; ${marker}`, "/r/abc", { token: hash }],
    ["a type that only the page can verify", `${verifier}; ${marker}`, "/r/abc", { type: "email" }],
  ])("in %s leaves the link to the page, in the fragment", async (_, cookie, next, options) => {
    const { token = `pkce_${hash}`, type = "magiclink" } = options as { token?: string; type?: string };
    const response = await press(link(options), cookie === "" ? {} : { Cookie: cookie });
    expect(response.location).toBe(
      `/signed-in-as#token_hash=${token}&type=${type}&next=${encodeURIComponent(next)}`,
    );
    expect(response.setCookies.map(parseSetCookie)).toMatchObject([
      { name: "sheaf-pressed", value: hash.slice(0, 12), attributes: { "max-age": "600", path: "/" } },
    ]);
    expect(sidecar.platformCalls).toEqual([]);
  });

  test.each([
    ["/r/stranger", "/inbox"],
    ["/r/stranger?x=1#y", "/inbox"],
    ["/R/stranger", undefined],
    ["/%72/stranger", undefined],
    ["/requests/new?title=x", undefined],
    ["/inbox/11111111-1111-4111-8111-111111111111", undefined],
    ["/sign-in?next=%2Fr%2Fstranger", undefined],
    ["/requests/new", "/requests/new"],
    ["/settings/security", "/settings/security"],
  ])("in another browser leads from %s to %s", async (next, kept) => {
    const callback = `${sidecar.siteUrl}/auth/callback?next=${encodeURIComponent(next)}&sb_flow_id=${flow}`;
    for (const redirectTo of [callback, sidecar.siteUrl + next]) {
      const { location } = await press(link({ redirectTo }));
      const fragment = new URLSearchParams(new URL(location ?? "", sidecar.siteUrl).hash.slice(1));
      expect(fragment.get("next") ?? undefined).toBe(kept);
    }
    const incomplete = await press(
      `/auth/confirm?type=magiclink&${new URLSearchParams({ redirect_to: callback }).toString()}`,
    );
    expect(incomplete.location).not.toContain("stranger");
  });

  test("never leads to another site", async () => {
    for (const redirectTo of [
      "https://evil.example/",
      `${sidecar.siteUrl}/auth/callback?next=//evil.example`,
    ]) {
      const response = await press(link({ redirectTo }), { Cookie: `${verifier}; ${marker}` });
      expect(response.location).toBe(`/signed-in-as#token_hash=pkce_${hash}&type=magiclink`);
    }
  });

  test.each([
    ["another site", { Origin: "https://evil.example" }],
    ["another port of this host", { Origin: "http://localhost:1" }],
    ["an origin that begins like ours", { Origin: "http://localhost.evil.example" }],
    ["a page that hides its origin", { Origin: "null" }],
    ["a sandbox on another site", { Origin: "null", "Sec-Fetch-Site": "cross-site" }],
    ["a sibling domain", { Origin: "null", "Sec-Fetch-Site": "same-site" }],
  ])("on a page of %s does nothing", async (_, headers) => {
    const response = await press(link(), headers);
    expect([response.status, response.location, response.setCookies]).toEqual([
      303,
      "/link-problem?code=link.other_page&type=magiclink#",
      [],
    ]);
  });

  test("works from a page without a referrer when the browser says same-origin", async () => {
    const response = await press(link(), { Origin: "null", "Sec-Fetch-Site": "same-origin" });
    expect(response.location).toContain("/signed-in-as#");
  });

  test("is refused without an origin", async () => {
    const response = await sidecar.send({ method: "POST", path: link() });
    expect(response.location).toBe("/link-problem?code=link.other_page&type=magiclink#");
  });

  test("is refused with a body larger than our forms", async () => {
    const response = await sidecar.send({
      method: "POST",
      path: link(),
      headers: { Origin: sidecar.siteUrl, "Content-Length": "1000000" },
      body: "a".repeat(1_000_000),
    });
    expect(response.status).toBe(400);
  });
});
