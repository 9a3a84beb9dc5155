import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sidecar, startSidecar } from "../testing/start-sidecar.ts";
import { writeSite, type WrittenSite } from "../testing/write-site.ts";
import { loadSite, type Site } from "./load-site.ts";
import { fillPage } from "./page.ts";

const config = {
  platformUrl: "https://project.example",
  publishableKey: "sb_publishable_x",
  maxFileBytes: 7,
};

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
  await writeFile(join(folder, "assets", "index-C0ffee.js"), `const text = "${"a".repeat(5000)}";`);
  const loaded = await loadSite(folder, config);
  if (!loaded) throw new Error("the site that was just written is not there");
  site = loaded;
  sidecar = await startSidecar({ site });
});
afterAll(async () => {
  await sidecar.stop();
  await written.remove();
});

const asked = { Accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

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
  ])("opens at %s, never from a cache, with its configuration in place", async (path) => {
    const answer = await sidecar.send({ path, headers: asked });
    expect(answer.status).toBe(200);
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.text).toContain('content="https://project.example"');
    expect(answer.text).toContain('content="sb_publishable_x"');
    expect(answer.text).toContain('content="7"');
    expect(answer.text).not.toContain("%");
  });

  test.each([
    ["/sign-in", "Sign in"],
    ["/sign-in?next=%2Frequests&reason=session-ended", "Sign in"],
    ["/sign-in/", "Sign in"],
    ["/sign-up", "Sign up"],
  ])("has its form standing at %s before any script", async (path, words) => {
    expect((await sidecar.send({ path, headers: asked })).text).toContain(`<form>${words}</form>`);
  });

  test.each(["/", "/requests", "/forgot-password", "/sign-in/code"])(
    "has no form of the door at %s",
    async (path) => {
      expect((await sidecar.send({ path, headers: asked })).text).not.toContain("<form>");
    },
  );

  test("answers HEAD as it answers GET", async () => {
    const answer = await sidecar.send({ method: "HEAD", path: "/requests", headers: asked });
    expect([answer.status, answer.text]).toEqual([200, ""]);
  });

  test("keeps hashed assets for a year and sends them compressed", async () => {
    const path = "/assets/index-C0ffee.js";
    const plain = await sidecar.send({ path });
    expect(plain.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    const small = await sidecar.send({ path, headers: { "Accept-Encoding": "gzip" } });
    expect(small.headers["content-encoding"]).toBe("gzip");
    expect(small.text.length).toBeLessThan(plain.text.length / 10);
  });

  test("lends its font to the confirmation page", async () => {
    const style = await sidecar.send({ path: "/auth/confirm.css" });
    const path = /url\("([^"]+)"\)/.exec(style.text)?.[1] ?? "";
    expect((await sidecar.send({ path })).text).toBe("font");
  });

  test("serves other files for an hour", async () => {
    const answer = await sidecar.send({ path: "/favicon.svg" });
    expect([answer.status, answer.headers["cache-control"]]).toEqual([200, "public, max-age=3600"]);
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
  ])("says 404 for the missing file %s, instead of a page", async (path) => {
    const answer = await sidecar.send({ path, headers: asked });
    expect([answer.status, answer.text]).toEqual([404, "There is nothing at this address.\n"]);
  });

  test.each([
    "/assets/index-C0ffee.js.map",
    "/assets/index-C0ffee.js%2Emap",
    "/assets/index-C0ffee.js.%6dap",
    "/service.js.map",
  ])("keeps the source behind it to itself: %s", async (path) => {
    const answer = await sidecar.send({ path, headers: asked });
    expect([answer.status, answer.text]).toEqual([404, "There is nothing at this address.\n"]);
  });

  test("is no answer to a form or to a request for data", async () => {
    expect((await sidecar.send({ method: "POST", path: "/requests", headers: asked })).status).toBe(404);
    const data = await sidecar.send({ path: "/requests", headers: { Accept: "application/json" } });
    expect(data.status).toBe(404);
  });

  test("never answers for the sidecar's own addresses", async () => {
    for (const path of ["/auth", "/auth/", "/auth/sign-in", "/auth/v1/verify", "/auth/callback/x"]) {
      const answer = await sidecar.send({ path, headers: asked });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(answer.headers["cache-control"]).toContain("no-store");
    }
  });
});

describe("the page's configuration", () => {
  test("cannot break out of its attribute", () => {
    const page = fillPage(written.page, { ...config, publishableKey: `"><script>$&'` });
    expect(page).toContain('content="&quot;&gt;&lt;script&gt;$&amp;&#39;"');
  });

  test("has to have its place in the page", () => {
    expect(() => fillPage("<html></html>", config)).toThrow("%SUPABASE_URL%");
  });

  test("is not looked for where nothing has been built", async () => {
    expect(await loadSite(join(written.root, "assets"), config)).toBeUndefined();
  });
});
