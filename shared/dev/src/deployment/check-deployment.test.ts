import { spawn } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { localKeys } from "@sheaf/platform";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { rewrite, rewriteJson } from "./testing/spoil.ts";
import { type Deployment, freePort, startDeployment } from "./testing/start-deployment.ts";
import type { Passed } from "./testing/start-front.ts";

const command = fileURLToPath(new URL("../check-deployment.ts", import.meta.url));
const settings = new URL("../../../supabase/config.toml", import.meta.url);

/** The command as an operator gives it. */
async function check(site: string, env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [command, site], { env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const [code]: unknown[] = await once(child, "close");
  const lines = output.split("\n");
  return {
    code,
    output,
    wrong: lines.filter((line) => line.startsWith("WRONG")),
    unseen: lines.filter((line) => line.startsWith("-")).map((line) => line.slice(7).split(":")[0]),
  };
}

/** Names of the lines that say that something is wrong. */
async function wrongLines(site: string, env?: Readonly<Record<string, string>>): Promise<string[]> {
  const { wrong } = await check(site, env);
  return wrong.map((line) => line.slice(7).split(":")[0] ?? "");
}

describe("a deployment as it should be", () => {
  let sound: Deployment;
  let withKeys: Record<string, string>;
  beforeAll(async () => {
    sound = await startDeployment();
    withKeys = {
      SUPABASE_SECRET_KEY: localKeys.secret,
      SUPABASE_URL: sound.platformFront.url,
      DATABASE_URL: sound.platform.database.connectionString,
    };
  }, 60_000);
  afterEach(() => {
    sound.front.spoil();
    sound.platformFront.spoil();
  });
  afterAll(() => sound.stop());

  test("has nothing wrong, and no key is printed", async () => {
    const { code, output, wrong, unseen } = await check(sound.site, withKeys);
    expect(wrong).toEqual([]);
    expect(code).toBe(0);
    expect(unseen).toEqual(["people come by https alone", "addresses of development are not allowed"]);
    expect(output).not.toContain(localKeys.secret);
    expect(output).not.toContain(sound.platform.anonKey);
    expect(output).not.toContain(sound.platform.database.connectionString);
  });

  test("says what it could not look at without a key and a database", async () => {
    const { code, unseen } = await check(sound.site);
    expect(code).toBe(0);
    expect(unseen).toContain("the purge job's key works");
    expect(unseen).toContain("what only the database shows");
  });

  const headers = (names: Record<string, string | undefined>) => (answer: Passed) => {
    for (const [name, value] of Object.entries(names)) {
      if (value === undefined) delete answer.headers[name];
      else answer.headers[name] = value;
    }
  };
  const at =
    (path: string, change: (answer: Passed) => void) =>
    (answer: Passed, { url }: IncomingMessage) => {
      if (url?.startsWith(path)) change(answer);
    };
  const content = (from: RegExp, to: string) => (answer: Passed) =>
    rewrite(answer, (html) => html.replace(from, `$1${to}$3`));
  const key = /(sheaf:publishable-key" content=")([^"]*)(")/;
  const url = /(sheaf:platform-url" content=")([^"]*)(")/;

  test.each([
    ["the sidecar runs", at("/healthz", (answer) => (answer.status = 404))],
    ["the sidecar reaches the platform", at("/readyz", (answer) => (answer.status = 503))],
    [
      "every answer carries the headers that hold a page together",
      headers({ "content-security-policy": "default-src *" }),
    ],
    ["every answer carries the headers that hold a page together", headers({ "x-powered-by": "Express" })],
    ["pages are never kept, and come compressed", at("/sign-in", headers({ "cache-control": "max-age=60" }))],
    [
      "built files are kept for good, and come compressed",
      at("/assets/", headers({ "cache-control": "no-cache" })),
    ],
    [
      "a link without a code leads to a page that says so",
      at("/auth/callback", (answer) => Object.assign(answer, { status: 200 })),
    ],
    ["only pages of this site may sign people out", at("/auth/sign-out", headers({ location: "/sign-in" }))],
    [
      "the sidecar knows the address that people open",
      at("/auth/persist", (answer) => (answer.status = 403)),
    ],
    [
      "the page knows where it runs",
      at("/sign-in", content(/(sheaf:max-file-bytes" content=")([^"]*)(")/, "%X%")),
    ],
    ["the key in every page is one that everybody may have", at("/sign-in", content(key, localKeys.secret))],
    [
      "the key in every page is one that everybody may have",
      at("/sign-in", content(key, localKeys.serviceJwt)),
    ],
    ["the key in every page is one that everybody may have", at("/sign-in", content(key, "abc"))],
  ])("a bad sidecar, or a bad proxy before it, shows: %s", async (line, change) => {
    sound.front.spoil(change);
    expect(await wrongLines(sound.site)).toContain(line);
  });

  test("files on the page's own origin show, and are the first thing that does", async () => {
    sound.front.spoil(at("/sign-in", content(url, sound.site)));
    expect((await wrongLines(sound.site))[0]).toBe("stored files do not share an origin with the page");
  });

  const setting = (change: object) =>
    at("/auth/v1/settings", (answer) => rewriteJson(answer, (json) => ({ ...json, ...change })));
  const external = (change: object) =>
    at("/auth/v1/settings", (answer) =>
      rewriteJson(answer, (json) => ({ ...json, external: Object.assign({}, json["external"], change) })),
    );

  test.each([
    [
      "a browser may ask the platform from this site",
      headers({ "access-control-allow-origin": "https://other.example" }),
    ],
    ["the platform takes that key", at("/auth/v1/settings", (answer) => (answer.status = 401))],
    ["people sign in by e-mail", external({ email: false })],
    ["nobody comes in without an address", external({ anonymous_users: true })],
    ["nobody comes in by phone", external({ phone: true })],
    ["no provider is on that the page does not know", external({ azure: true })],
    ["new people may sign up", setting({ disable_signup: true })],
    ["passkeys are on", setting({ passkeys_enabled: false })],
    [
      "passkeys are made for this site",
      at("/auth/v1/passkeys", (answer) =>
        rewriteJson(answer, () => ({ options: { rpId: "sheaf.example" } })),
      ),
    ],
    [
      "only the schema public is handed out",
      at("/rest/v1/anything", (answer) => rewriteJson(answer, () => ({}))),
    ],
  ])("a platform that is set up in another way shows: %s", async (line, change) => {
    sound.platformFront.spoil(change);
    expect(await wrongLines(sound.site)).toContain(line);
  });

  test.each([
    [
      "every table is there, and closed to whoever has no account: open: files",
      "grant select on public.files to anon",
      "revoke select on public.files from anon",
    ],
    [
      "every function is there, and closed to whoever has no account: open: claim_removed",
      "grant execute on function public.claim_removed(uuid, integer) to anon",
      "revoke execute on function public.claim_removed(uuid, integer) from anon",
    ],
    [
      "a link that leads nowhere says nothing: peek_request answers 401",
      "revoke execute on function public.peek_request(text) from anon",
      "grant execute on function public.peek_request(text) to anon",
    ],
    [
      "our functions have the rights they need: missing: DELETE on auth.sessions",
      "revoke delete on auth.sessions from postgres",
      "grant delete on auth.sessions to postgres",
    ],
    [
      "the bucket is as the migrations make it: public is true",
      "update storage.buckets set public = true",
      "update storage.buckets set public = false",
    ],
    [
      "the bucket is private: its public addresses answer NoSuchKey",
      "update storage.buckets set public = true",
      "update storage.buckets set public = false",
    ],
    [
      "the bucket is there, and takes no type that a browser would run: a page is refused for another reason",
      "update storage.buckets set allowed_mime_types = allowed_mime_types || array['text/html']",
      "update storage.buckets set allowed_mime_types = array_remove(allowed_mime_types, 'text/html')",
    ],
    [
      "the bucket takes files as large as the page lets people add: it takes 1000 bytes",
      "update storage.buckets set file_size_limit = 1000",
      "update storage.buckets set file_size_limit = 52428800",
    ],
    [
      "the policies on stored files are ours alone: there are others: anyone",
      "create policy anyone on storage.objects using (true)",
      "drop policy anyone on storage.objects",
    ],
    [
      "the migrations applied are those of this folder: not applied: 20261124100000",
      "update supabase_migrations.schema_migrations set version = '2' where version = '20261124100000'",
      "update supabase_migrations.schema_migrations set version = '20261124100000' where version = '2'",
    ],
    [
      "the migrations applied are those of this folder: applied, and not in this folder: 9",
      "insert into supabase_migrations.schema_migrations (version) values ('9')",
      "delete from supabase_migrations.schema_migrations where version = '9'",
    ],
  ])("a right or a setting that was changed by hand shows: %s", async (line, change, undo) => {
    const run = (sql: string) => sound.platform.database.as("supabase_admin", {}, (query) => query(sql));
    await run(change);
    try {
      const { code, wrong } = await check(sound.site, withKeys);
      expect(wrong.join("\n")).toContain(line);
      expect(code).toBe(1);
    } finally {
      await run(undo);
    }
  });

  test("a key that is not the purge job's shows, and is not printed", async () => {
    const wrong = "sb_secret_of-another-project_12345678";
    const { output } = await check(sound.site, { ...withKeys, SUPABASE_SECRET_KEY: wrong });
    expect(output).toContain("WRONG  the purge job's key works: finish_purge answers 401");
    expect(output).not.toContain(wrong);
    expect(
      await wrongLines(sound.site, { ...withKeys, SUPABASE_SECRET_KEY: sound.platform.anonKey }),
    ).toContain("the purge job's key works");
  });

  test("a database that cannot be reached shows, without its password", async () => {
    const { output, code } = await check(sound.site, {
      DATABASE_URL: "postgres://me:sesame@127.0.0.1:9/none",
    });
    expect(output).toContain("WRONG  the migrations applied are those of this folder: the database: ");
    expect(output).not.toContain("sesame");
    expect(code).toBe(1);
  });
});

describe("a project that somebody set up in another way", () => {
  let folder = "";
  let other: Deployment;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-test-"));
    const config = join(folder, "config.toml");
    const text = (await readFile(settings, "utf8"))
      .replaceAll(/\[auth\.email\.template\.\w+\]\nsubject = .*\ncontent_path = .*\n/g, "")
      .replace("enable_confirmations = true", "enable_confirmations = false")
      .replace(/additional_redirect_urls = \[.*\]/, 'additional_redirect_urls = ["https://**"]');
    await writeFile(config, text);
    other = await startDeployment({ config, migrations: "none" });
  }, 60_000);
  afterAll(async () => {
    await other.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("shows what is open, and that no migration was applied", async () => {
    const { code, wrong } = await check(other.site, {
      DATABASE_URL: other.platform.database.connectionString,
      SUPABASE_SECRET_KEY: localKeys.secret,
      SUPABASE_URL: other.platformFront.url,
    });
    expect(code).toBe(1);
    expect(wrong.map((line) => line.slice(7).split(":")[0])).toEqual([
      "an address counts once it is proven",
      "whatever is not allowed leads to the site",
      "no name that only looks like the site is allowed",
      "every table is there, and closed to whoever has no account",
      "every function is there, and closed to whoever has no account",
      "a link that leads nowhere says nothing",
      "the bucket is there, and takes no type that a browser would run",
      "nobody without an account adds to it",
      "the purge job's key works",
      "the bucket takes files as large as the page lets people add",
      "the migrations applied are those of this folder",
      "our functions have the rights they need",
      "the bucket is as the migrations make it",
    ]);
  });
});

describe("a project whose Site URL is another", () => {
  let other: Deployment;
  beforeAll(async () => {
    other = await startDeployment({ siteUrl: "http://other.example" });
  }, 60_000);
  afterAll(() => other.stop());

  test("shows where its links lead, and that its passkeys are for somewhere else", async () => {
    const { wrong } = await check(other.site);
    expect(wrong.join("\n")).toContain("Auth leads to http://other.example");
    expect(wrong.join("\n")).toContain("they are made for other.example");
  });
});

describe("a site with https", () => {
  let secure: Deployment;
  let trusting: Record<string, string>;
  let folder = "";
  beforeAll(async () => {
    secure = await startDeployment({ https: true, localAccount: true });
    folder = await mkdtemp(join(tmpdir(), "sheaf-test-"));
    trusting = { NODE_EXTRA_CA_CERTS: join(folder, "ca.pem") };
    await writeFile(join(folder, "ca.pem"), secure.ca ?? "");
  }, 60_000);
  afterAll(async () => {
    await secure.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("demands it of later visits; the keys and the provider of development show there", async () => {
    const { output, wrong } = await check(secure.site, trusting);
    expect(output).toContain("ok     people come by https alone: demanded for half a year");
    expect(wrong.map((line) => line.slice(7).split(":")[0])).toEqual([
      "the key in every page is one that everybody may have",
      "no provider is on that the page does not know",
    ]);
    secure.front.spoil((answer) => delete answer.headers["strict-transport-security"]);
    expect(await wrongLines(secure.site, trusting)).toContain("people come by https alone");
  });
});

test("a site that is not there shows in every line about it", async () => {
  const site = `http://localhost:${await freePort()}`;
  const { code, wrong } = await check(site);
  expect(code).toBe(1);
  expect(wrong[0]).toBe(
    `WRONG  the sidecar runs: ${site} did not answer (ECONNREFUSED). See that it runs, and that this machine reaches it.`,
  );
});

test.each([[""], ["sheaf.example"], ["ftp://sheaf.example"]])(
  "an address that is none is refused: %j",
  async (address) => {
    const { code, output } = await check(address);
    expect(code).toBe(1);
    expect(output).toContain("One address is needed");
  },
);
