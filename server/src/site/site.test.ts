import { createHash } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { TestResponse } from "../testing/send.ts";
import { type Sidecar, startSidecar } from "../testing/start-sidecar.ts";
import { writeSite, type WrittenSite } from "../testing/write-site.ts";
import { loadSite, type Site } from "./load-site.ts";
import { fillPage } from "./page.ts";

const config = {
  platformUrl: "https://project.example",
  publishableKey: "sb_publishable_x",
  maxFileBytes: 7,
  captcha: null,
  operatorUrls: { privacy: undefined, security: undefined, source: undefined, contact: undefined },
  receiptKeys: [],
};

const script = `const text = "${"a".repeat(5000)}";`;
const scriptPath = "/assets/index-C0ffee.js";
const wasmWorkerPaths = ["/assets/hash.worker-C0ffee.js", "/assets/heic.worker-C0ffee.js"];
const workerPaths = ["/assets/list.worker-C0ffee.js", "/assets/pdf.worker.min-C0ffee.mjs"];

let written: WrittenSite;
let site: Site;
let sidecar: Sidecar;

beforeAll(async () => {
  written = await writeSite();
  const folder = written.root;
  await writeFile(join(folder, "favicon.svg"), "<svg/>");
  await writeFile(join(folder, "assets", "index-C0ffee.js.map"), "{}");
  await writeFile(join(folder, "service.js.map"), "{}");
  await writeFile(join(folder, "assets", "hanken-grotesk-latin-wght-normal-C0ffee.woff2"), "font");
  await writeFile(join(folder, scriptPath), script);
  await writeFile(join(folder, "assets", "base-C0ffee.css"), "p{}");
  for (const path of [...wasmWorkerPaths, ...workerPaths]) await writeFile(join(folder, path), script);
  await writeFile(join(folder, `${scriptPath}.br`), brotliCompressSync(script));
  await writeFile(join(folder, `${scriptPath}.gz`), gzipSync(script));
  const loaded = await loadSite(folder, config);
  if (!loaded) throw new Error("the site that was just written is not there");
  site = loaded;
  sidecar = await startSidecar({ site });
});
afterAll(async () => {
  await sidecar.stop();
  await written.remove();
});

const documentHeaders = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

describe("the built application", () => {
  test.each([
    "/",
    "/requests",
    "/requests/42/edit",
    "/r/8Kd2abc",
    "/sign-in?next=%2Frequests",
    "/index.html",
    "/sign-up",
    "/sign-in.html",
    "/sign-up%2Ehtml",
    "/index%2Ehtml",
    "//index.html",
    "/./index.html",
    "/r/no.token",
    "/join/no.token",
  ])("opens at %s, never from a cache, with its configuration in place", async (path) => {
    const response = await sidecar.send({ path, headers: documentHeaders });
    expect(response.status).toBe(200);
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(response.text).toContain('content="https://project.example"');
    expect(response.text).toContain('content="sb_publishable_x"');
    expect(response.text).toContain('content="7"');
    expect(response.text).not.toContain("%");
  });

  test.each([
    ["/sign-in", "Sign in"],
    ["/sign-in?next=%2Frequests&reason=session-ended", "Sign in"],
    ["/sign-in/", "Sign in"],
    ["/sign-up", "Sign up"],
    ["/r/8Kd2abc", "Link"],
    ["/r/8Kd2abc/", "Link"],
  ])("has its form in the markup at %s", async (path, markup) => {
    expect((await sidecar.send({ path, headers: documentHeaders })).text).toContain(`<form>${markup}</form>`);
  });

  test.each(["/", "/requests", "/forgot-password", "/sign-in/code", "/r/", "/r/8Kd2abc/more"])(
    "has no sign-in form in the markup at %s",
    async (path) => {
      expect((await sidecar.send({ path, headers: documentHeaders })).text).not.toContain("<form>");
    },
  );

  test.each(["/r", "/join"])("finds the token at %s among the marks around a link", async (path) => {
    const token = "a_1-".padEnd(43, "0");
    for (const mark of [".", ",", ")", "%20", "%3E", "%E2%80%8B", "._"]) {
      const { status, location } = await sidecar.send({ path: `${path}/${token}${mark}?utm_source=x` });
      expect([mark, status, location]).toEqual([mark, 308, `${path}/${token}?utm_source=x`]);
    }
    expect((await sidecar.send({ path: `${path}/${token}/`, headers: documentHeaders })).status).toBe(200);
  });

  test("explains a missing file to a person who opens it, and to nothing else", async () => {
    const path = "/annual.report";
    const opened = await sidecar.send({
      path,
      headers: { ...documentHeaders, "Sec-Fetch-Dest": "document" },
    });
    expect([opened.status, opened.text]).toEqual([200, expect.stringContaining("sb_publishable_x")]);
    const loaded = await sidecar.send({ path, headers: { Accept: "*/*", "Sec-Fetch-Dest": "script" } });
    expect(loaded.status).toBe(404);
  });

  const withSession = (cookie: string) => ({ ...documentHeaders, Cookie: `theme=dark; ${cookie}` });

  test("shows the landing page only to visitors without a session", async () => {
    const landing = "<h1>Landing</h1>";
    expect((await sidecar.send({ path: "/", headers: documentHeaders })).text).toContain(landing);
    for (const cookie of ["sheaf-auth=x", "sheaf-auth.0=x; sheaf-auth.1=y", "__Host-sheaf-auth=x"]) {
      const { text } = await sidecar.send({ path: "/", headers: withSession(cookie) });
      expect([cookie, text]).toEqual([cookie, expect.not.stringContaining(landing)]);
    }
    const pending = withSession("sheaf-auth-flow-1-code-verifier=x; sheaf-flash=x");
    expect((await sidecar.send({ path: "/", headers: pending })).text).toContain(landing);
  });

  test("shows a checklist's placeholder instead of the form behind a link that is opened with a session", async () => {
    const { text } = await sidecar.send({ path: "/r/8Kd2abc", headers: withSession("sheaf-auth=x") });
    expect(text).toContain("<h1>Checklist</h1>");
    expect(text).not.toContain("<form>");
  });

  test("shows the list's placeholder where the requests are opened with a session", async () => {
    const { text } = await sidecar.send({ path: "/requests", headers: withSession("sheaf-auth=x") });
    expect(text).toContain("<h1>Requests</h1>");
  });

  test("lets only the workers that hash files and decode HEIC compile WebAssembly", async () => {
    const policyOf = async (path: string) =>
      (await sidecar.send({ path })).headers["content-security-policy"];
    for (const path of wasmWorkerPaths)
      expect(await policyOf(path)).toMatch(/^default-src 'none';script-src 'wasm-unsafe-eval';/);
    for (const path of [scriptPath, "/", "/hash.worker-C0ffee.js", "/assets/heic.worker-C0ffee.js/x"])
      expect(await policyOf(path)).not.toContain("wasm");
  });

  test("lets a script or style sheet that is opened by itself load nothing", async () => {
    for (const path of [scriptPath, "/assets/base-C0ffee.css"]) {
      const { headers } = await sidecar.send({ path });
      expect(headers["content-security-policy"]).toBe("default-src 'none'");
      expect(headers).not.toHaveProperty("permissions-policy");
    }
  });

  test("keeps the page's policy for workers that compile nothing, and for missing files", async () => {
    const page = (await sidecar.send({ path: "/", headers: documentHeaders })).headers;
    for (const path of [...workerPaths, "/assets/missing-C0ffee.js"]) {
      const { headers } = await sidecar.send({ path });
      expect(headers["content-security-policy"]).toBe(page["content-security-policy"]);
      expect(headers["permissions-policy"]).toBe(page["permissions-policy"]);
    }
  });

  test("allows the styles inside its documents, and no others", async () => {
    const { headers, text } = await sidecar.send({ path: "/", headers: documentHeaders });
    const [, style = ""] = /<style>(.*?)<\/style>/s.exec(text) ?? [];
    const hash = createHash("sha256").update(style).digest("base64");
    expect(headers["content-security-policy"]).toContain(`style-src 'self' 'sha256-${hash}';`);
  });

  test("answers HEAD like GET", async () => {
    const response = await sidecar.send({ method: "HEAD", path: "/requests", headers: documentHeaders });
    expect([response.status, response.text]).toEqual([200, ""]);
  });

  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, deflate", "gzip"],
    ["br;q=0, gzip", "gzip"],
    ["*", "br"],
    ["identity", undefined],
    ["", undefined],
    ["br;q=0, gzip;q=0", undefined],
  ])(
    "sends an asset to a browser that accepts '%s' as %s, cacheable for a year",
    async (accepted, encoding) => {
      const response = await sidecar.send({ path: scriptPath, headers: { "Accept-Encoding": accepted } });
      expect(response.status).toBe(200);
      expect(unpacked(response, encoding)).toBe(script);
      expect(response.headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "content-length": String(response.bytes.length),
        "cache-control": "public, max-age=31536000, immutable",
        vary: "Accept-Encoding",
      });
    },
  );

  test("sends the bytes compressed by the build", async () => {
    const [br, gzip] = await Promise.all(
      ["br", "gzip"].map((encoding) =>
        sidecar.send({ path: scriptPath, headers: { "Accept-Encoding": encoding } }),
      ),
    );
    expect(br?.bytes).toEqual(brotliCompressSync(script));
    expect(gzip?.bytes).toEqual(gzipSync(script));
  });

  test("answers 304 by each encoding's own ETag", async () => {
    const marks: string[] = [];
    for (const encoding of ["br", "gzip", "identity"]) {
      const headers = { "Accept-Encoding": encoding };
      const first = await sidecar.send({ path: scriptPath, headers });
      const etag = String(first.headers.etag);
      expect(etag).toMatch(/^"[\w-]{22}"$/);
      const again = await sidecar.send({ path: scriptPath, headers: { ...headers, "If-None-Match": etag } });
      expect([again.status, again.text]).toEqual([304, ""]);
      expect(again.headers).toMatchObject({ etag, vary: "Accept-Encoding" });
      expect(again.headers["cache-control"]).toContain("immutable");
      marks.push(etag);
    }
    expect(new Set(marks).size).toBe(3);
    const other = { "Accept-Encoding": "br", "If-None-Match": String(marks[1]) };
    expect((await sidecar.send({ path: scriptPath, headers: other })).status).toBe(200);
  });

  test("answers HEAD for an asset with the headers of GET", async () => {
    const headers = { "Accept-Encoding": "br" };
    const get = await sidecar.send({ path: scriptPath, headers });
    const head = await sidecar.send({ method: "HEAD", path: scriptPath, headers });
    expect(head.text).toBe("");
    for (const name of ["content-length", "content-encoding", "content-type", "etag", "vary"]) {
      expect(head.headers[name]).toBe(get.headers[name]);
    }
  });

  test.each(["br", "gzip", undefined])("sends a page as %s without an ETag", async (encoding) => {
    const headers = { ...documentHeaders, "Accept-Encoding": encoding ?? "" };
    const response = await sidecar.send({ path: "/requests", headers });
    expect(unpacked(response, encoding)).toContain('content="sb_publishable_x"');
    expect(response.headers).toMatchObject({ "cache-control": "no-store", vary: "Accept-Encoding" });
    expect(response.headers.etag).toBeUndefined();
  });

  test("shares its font with the confirmation page", async () => {
    const style = await sidecar.send({ path: "/auth/confirm.css" });
    const path = /url\("([^"]+)"\)/.exec(style.text)?.[1] ?? "";
    const font = await sidecar.send({ path });
    expect(font.text).toBe("font");
    expect(font.headers["content-type"]).toBe("font/woff2");
    expect(font.headers.vary).toBeUndefined();
  });

  test("serves other files for an hour", async () => {
    const response = await sidecar.send({ path: "/favicon.svg" });
    expect([response.status, response.headers["cache-control"]]).toEqual([200, "public, max-age=3600"]);
  });

  test.each([
    "/assets/index-0ld.js",
    "/assets/index-0ld.css",
    "/assets/",
    "/robots.txt",
    "/requests/42/file.pdf",
    "/assets/../../package.json",
    "/..%2f..%2fetc%2fpasswd",
    "/assets/%2e%2e/%2e%2e/etc/hostname.txt",
  ])("answers 404 for the missing file %s", async (path) => {
    const response = await sidecar.send({ path, headers: documentHeaders });
    expect([response.status, response.text]).toEqual([404, "Page not found.\n"]);
  });

  test.each([
    "/assets/index-C0ffee.js.map",
    "/assets/index-C0ffee.js%2Emap",
    "/assets/index-C0ffee.js.%6dap",
    "/service.js.map",
    "/assets/index-C0ffee.js.br",
    "/assets/index-C0ffee.js.gz",
  ])("doesn't serve %s", async (path) => {
    const response = await sidecar.send({ path, headers: documentHeaders });
    expect([response.status, response.text]).toEqual([404, "Page not found.\n"]);
  });

  test("doesn't answer forms or requests for data with the page", async () => {
    expect((await sidecar.send({ method: "POST", path: "/requests", headers: documentHeaders })).status).toBe(
      404,
    );
    const data = await sidecar.send({ path: "/requests", headers: { Accept: "application/json" } });
    expect(data.status).toBe(404);
  });

  test("never answers for the sidecar's own paths", async () => {
    for (const path of ["/auth", "/auth/", "/auth/sign-in", "/auth/v1/verify", "/auth/callback/x"]) {
      const response = await sidecar.send({ path, headers: documentHeaders });
      expect([path, response.status]).toEqual([path, 404]);
      expect(response.headers["cache-control"]).toContain("no-store");
    }
  });
});

describe("the page's configuration", () => {
  test("can't break out of its attribute", () => {
    const page = fillPage(written.page, { ...config, publishableKey: `"><script>$&'` });
    expect(page).toContain('content="&quot;&gt;&lt;script&gt;$&amp;&#39;"');
  });

  test("names the CAPTCHA if there is one", () => {
    const captcha = { provider: "turnstile", siteKey: "1x00000000000000000000AA" } as const;
    expect(fillPage(written.page, { ...config, captcha })).toMatch(
      /captcha-provider" content="turnstile".*\s.*captcha-site-key" content="1x00000000000000000000AA"/,
    );
    expect(fillPage(written.page, config)).toMatch(
      /captcha-provider" content="".*\s.*captcha-site-key" content=""/,
    );
  });

  test("names the operator's pages, as far as there are any", () => {
    const contact = "mailto:help@okafor.example?subject=Sheaf&body=";
    const page = fillPage(written.page, { ...config, operatorUrls: { ...config.operatorUrls, contact } });
    expect(page).toContain('contact-url" content="mailto:help@okafor.example?subject=Sheaf&amp;body="');
    expect(page).toContain('privacy-url" content=""');
  });

  test("lists the keys of receipts", () => {
    const receiptKeys = [
      { kid: "2026", x: "a" },
      { kid: "2025", x: "b" },
    ];
    expect(fillPage(written.page, { ...config, receiptKeys })).toContain(
      'receipt-keys" content="2026:a,2025:b"',
    );
  });

  test("requires its placeholder in the page", () => {
    expect(() => fillPage("<html></html>", config)).toThrow("%SUPABASE_URL%");
  });

  test("isn't added to a missing page", async () => {
    const other = await writeSite();
    await rm(join(other.root, "sign-up.html"));
    await expect(loadSite(other.root, config)).rejects.toThrow("lacks sign-up.html; build it again");
    await other.remove();
  });

  test("isn't read when nothing has been built", async () => {
    expect(await loadSite(join(written.root, "assets"), config)).toBeUndefined();
  });
});

/** The decoded body of a response that must have this encoding. */
function unpacked({ headers, bytes }: TestResponse, encoding: string | undefined): string {
  expect(headers["content-encoding"]).toBe(encoding);
  if (encoding === "br") return brotliDecompressSync(bytes).toString();
  return (encoding === "gzip" ? gunzipSync(bytes) : bytes).toString();
}
