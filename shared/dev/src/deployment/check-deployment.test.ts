import { spawn } from "node:child_process";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { localKeys } from "@sheaf/platform";
import { withoutEmailTemplates } from "@sheaf/platform/testing/without-email-templates";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { runChecks } from "./run-checks.ts";
import { rewrite, rewriteJson } from "./testing/alter-response.ts";
import { type Deployment, freePort, startDeployment } from "./testing/start-deployment.ts";
import type { Passed } from "./testing/start-front.ts";
import { isWrong, lineOf } from "./verdict.ts";

const command = fileURLToPath(new URL("./check-deployment.ts", import.meta.url));
const settings = new URL("../../../supabase/config.toml", import.meta.url);

/** The command as an operator runs it. */
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

/** The same lines from this process, because starting one takes longer than the checks. */
async function wrongLines(site: string, env: Readonly<Record<string, string>> = {}): Promise<string[]> {
  const { SUPABASE_SECRET_KEY: secretKey, SUPABASE_URL: supabaseUrl, DATABASE_URL: databaseUrl } = env;
  const lines: string[] = [];
  const settings = { site, secretKey, supabaseUrl, databaseUrl, emailsPerHour: undefined };
  for await (const finding of runChecks(settings)) {
    if (isWrong(finding)) lines.push(lineOf(finding));
  }
  return lines;
}

const namesOf = (lines: string[]) => lines.map((line) => line.slice(7).split(":")[0]);

describe("a correct deployment", () => {
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
    sound.front.alter();
    sound.platformFront.alter();
  });
  afterAll(() => sound.stop());

  test("passes all checks, and no key is printed", async () => {
    const { code, output, wrong, unseen } = await check(sound.site, withKeys);
    expect(wrong).toEqual([]);
    expect(code).toBe(0);
    expect(unseen).toEqual([
      "only https is used",
      "Auth calls the hooks for codes and passwords",
      "Auth counts an IPv6 network as one client",
      "development URLs are not allowed",
      "documents are never cached",
      "Auth calls the hook for new accounts",
      "the hour's emails are not running out",
    ]);
    expect(output).not.toContain(localKeys.secret);
    expect(output).not.toContain(sound.platform.anonKey);
    expect(output).not.toContain(sound.platform.database.connectionString);
  });

  test("lists what it can't check without a key and a database", async () => {
    const { code, unseen } = await check(sound.site);
    expect(code).toBe(0);
    expect(unseen).toContain("the worker's key works");
    expect(unseen).toContain("checks in the database");
  });

  test("reports that the hour's emails run out, before they have", async () => {
    const ask = (name: string) =>
      fetch(`${sound.platform.url}/auth/v1/otp`, {
        method: "POST",
        headers: { apikey: sound.platform.anonKey, "content-type": "application/json" },
        body: JSON.stringify({ email: `${name}@check.example` }),
      });
    const line = "the hour's emails are not running out";
    const withLimit = { ...withKeys, AUTH_EMAILS_PER_HOUR: "10" };
    for (let count = 1; count <= 7; count += 1) expect((await ask(`person-${count}`)).status).toBe(200);
    const before = await check(sound.site, withLimit);
    expect(before.output).toContain(`ok     ${line}: 7 of 10 in the last hour`);
    expect(before.code).toBe(0);
    await ask("person-8");
    const after = await check(sound.site, withLimit);
    expect(after.wrong).toEqual([expect.stringContaining(`${line}: Auth sent 8 of 10 in the last hour`)]);
    expect(after.code).toBe(1);
  });

  test.each(["0", "many", "-3"])("a limit of %s emails is refused", async (limit) => {
    const { code, output } = await check(sound.site, { AUTH_EMAILS_PER_HOUR: limit });
    expect(code).toBe(1);
    expect(output).toContain("AUTH_EMAILS_PER_HOUR must be a whole number above 0");
  });

  const headers = (names: Record<string, string | undefined>) => (response: Passed) => {
    for (const [name, value] of Object.entries(names)) {
      if (value === undefined) delete response.headers[name];
      else response.headers[name] = value;
    }
  };
  const at =
    (path: string, change: (response: Passed) => void) =>
    (response: Passed, { url }: IncomingMessage) => {
      if (url?.startsWith(path)) change(response);
    };
  const content = (from: RegExp, to: string) => (response: Passed) =>
    rewrite(response, (html) => html.replace(from, `$1${to}$3`));
  const key = /(sheaf:publishable-key" content=")([^"]*)(")/;
  const url = /(sheaf:platform-url" content=")([^"]*)(")/;

  test.each([
    ["the sidecar is running", at("/healthz", (response) => (response.status = 404))],
    ["the sidecar reaches the platform", at("/readyz", (response) => (response.status = 503))],
    ["every response has the security headers", headers({ "content-security-policy": "default-src *" })],
    ["every response has the security headers", headers({ "x-powered-by": "Express" })],
    ["pages are never cached and are compressed", at("/sign-in", headers({ "cache-control": "max-age=60" }))],
    ["built files are cached and compressed", at("/assets/", headers({ "cache-control": "no-cache" }))],
    [
      "a link without a code leads to an explanation",
      at("/auth/callback", (response) => Object.assign(response, { status: 200 })),
    ],
    ["only pages of this site can sign users out", at("/auth/sign-out", headers({ location: "/sign-in" }))],
    ["the link that stops emails works", at("/email/", (response) => (response.status = 404))],
    ["the sidecar knows the site's public URL", at("/auth/persist", (response) => (response.status = 403))],
    [
      "the page has its configuration",
      at("/sign-in", content(/(sheaf:max-file-bytes" content=")([^"]*)(")/, "%X%")),
    ],
    [
      "Auth and the page agree on the CAPTCHA",
      at("/sign-in", content(/(sheaf:captcha-provider" content=")([^"]*)(")/, "turnstile")),
    ],
    ["the page's key is public", at("/sign-in", content(key, localKeys.secret))],
    ["the page's key is public", at("/sign-in", content(key, localKeys.serviceJwt))],
    ["the page's key is public", at("/sign-in", content(key, "abc"))],
  ])("a bad sidecar or proxy is reported: %s", async (line, change) => {
    sound.front.alter(change);
    expect(namesOf(await wrongLines(sound.site))).toContain(line);
  });

  test("files on the page's origin are reported first", async () => {
    sound.front.alter(at("/sign-in", content(url, sound.site)));
    expect(namesOf(await wrongLines(sound.site))[0]).toBe(
      "stored files have a different origin from the page",
    );
  });

  const setting = (change: object) =>
    at("/auth/v1/settings", (response) => rewriteJson(response, (json) => ({ ...json, ...change })));
  const external = (change: object) =>
    at("/auth/v1/settings", (response) =>
      rewriteJson(response, (json) => ({ ...json, external: Object.assign({}, json["external"], change) })),
    );

  test.each([
    [
      "browsers can call the platform from this site",
      headers({ "access-control-allow-origin": "https://other.example" }),
    ],
    ["the platform accepts the key", at("/auth/v1/settings", (response) => (response.status = 401))],
    ["email sign-in is on", external({ email: false })],
    ["anonymous sign-in is off", external({ anonymous_users: true })],
    ["phone sign-in is off", external({ phone: true })],
    ["every provider is known to the page", external({ azure: true })],
    ["new users can sign up", setting({ disable_signup: true })],
    [
      "Auth and the page agree on the CAPTCHA",
      at("/auth/v1/token", (response) => rewriteJson(response, () => ({ code: "captcha_failed" }))),
    ],
    [
      "queries that combine more rows than the page's are refused",
      at("/rest/v1/items?request_id", (response) => rewriteJson(response, () => ({ code: "42501" }))),
    ],
    [
      "bodies of more than 1 MB are refused",
      // Not PostgREST's response: its connection may be closed before the whole body, and the response, is through.
      at("/auth/v1/token", (response) => (response.status = 200)),
    ],
    ["passkeys are on", setting({ passkeys_enabled: false })],
    [
      "passkeys belong to this site",
      at("/auth/v1/passkeys", (response) =>
        rewriteJson(response, () => ({ options: { rpId: "sheaf.example" } })),
      ),
    ],
    [
      "counts from the planner's statistics are refused",
      at("/rest/v1/requests", (answer) => (answer.status = 206)),
    ],
    [
      "only the schema public is exposed",
      at("/rest/v1/anything", (response) => rewriteJson(response, () => ({}))),
    ],
  ])("a misconfigured platform is reported: %s", async (line, change) => {
    sound.platformFront.alter(change);
    expect(namesOf(await wrongLines(sound.site))).toContain(line);
  });

  test.each([
    [
      "every table exists and is closed to anonymous visitors: open: files",
      "grant select on public.files to anon",
      "revoke select on public.files from anon",
    ],
    [
      "every function exists and is closed to anonymous visitors: open: claim_removed",
      "grant execute on function public.claim_removed(uuid, integer) to anon",
      "revoke execute on function public.claim_removed(uuid, integer) from anon",
    ],
    [
      "an unknown link reveals nothing: peek_request answers 401",
      "revoke execute on function public.peek_request(text) from anon",
      "grant execute on function public.peek_request(text) to anon",
    ],
    [
      "our functions have the privileges they need: missing: DELETE on auth.sessions",
      "revoke delete on auth.sessions from postgres",
      "grant delete on auth.sessions to postgres",
    ],
    [
      "no trigger that asks for a fresh proof or sends a notice is missing: missing or off: prove_passkey on auth.webauthn_credentials.",
      "drop trigger prove_passkey on auth.webauthn_credentials",
      `create or replace trigger prove_passkey
         before insert or delete on auth.webauthn_credentials
         for each row when (current_user = 'supabase_auth_admin')
         execute function private.tg__prove_way_in('passkeys')`,
    ],
    [
      "no trigger that asks for a fresh proof or sends a notice is missing: missing or off: require_own_address on auth.identities.",
      "alter table auth.identities disable trigger require_own_address",
      "alter table auth.identities enable trigger require_own_address",
    ],
    [
      "no trigger that asks for a fresh proof or sends a notice is missing: missing or off: notify_of_device on auth.sessions.",
      "alter table auth.sessions disable trigger notify_of_device",
      "alter table auth.sessions enable trigger notify_of_device",
    ],
    [
      "the worker sends email: emails have waited for more than a quarter of an hour: security.",
      `insert into private.outbox (kind, address, since, not_before)
       values ('security', 'ana@people.example', now(), now() - interval '16 minutes')`,
      "delete from private.outbox",
    ],
    [
      "the bucket matches the migrations: public is true",
      "update storage.buckets set public = true",
      "update storage.buckets set public = false",
    ],
    [
      "the bucket is private: its public addresses answer NoSuchKey",
      "update storage.buckets set public = true",
      "update storage.buckets set public = false",
    ],
    [
      "the bucket exists and refuses types that a browser would run: a page is refused for another reason",
      "update storage.buckets set allowed_mime_types = allowed_mime_types || array['text/html']",
      "update storage.buckets set allowed_mime_types = array_remove(allowed_mime_types, 'text/html')",
    ],
    [
      "the bucket accepts files up to the page's limit: it accepts 1000 bytes",
      "update storage.buckets set file_size_limit = 1000",
      "update storage.buckets set file_size_limit = 52428800",
    ],
    [
      "the policies on stored files are only ours: there are others: anyone",
      "create policy anyone on storage.objects using (true)",
      "drop policy anyone on storage.objects",
    ],
    [
      "no document or example may be cached by others: triggers that refuse such uploads are missing or off: guard_document, guard_asset",
      "alter table storage.objects disable trigger all",
      "alter table storage.objects enable trigger all",
    ],
    [
      "only Auth may call its hooks: before_user_created: authenticated may call it",
      "grant execute on function hooks.before_user_created(jsonb) to authenticated",
      "revoke execute on function hooks.before_user_created(jsonb) from authenticated",
    ],
    [
      "only Auth may call its hooks: mfa_verification_attempt: Auth may not call it",
      "revoke execute on function hooks.mfa_verification_attempt(jsonb) from supabase_auth_admin",
      "grant execute on function hooks.mfa_verification_attempt(jsonb) to supabase_auth_admin",
    ],
    [
      "only Auth may call its hooks: password_verification_attempt: missing",
      "alter function hooks.password_verification_attempt(jsonb) rename to other",
      "alter function hooks.other(jsonb) rename to password_verification_attempt",
    ],
    [
      "Auth calls the hook for new accounts: 1 signed up in the last day, and none was counted",
      `with made as (
         insert into auth.users (id, email, created_at, confirmation_sent_at)
         values (gen_random_uuid(), 'new@mail.example', now(), now()) returning id
       ) insert into auth.sessions (id, user_id, ip) select gen_random_uuid(), id, '192.0.2.7' from made`,
      "delete from auth.users where email = 'new@mail.example'",
    ],
    [
      "the planner has no statistics: there are some of requests.title",
      "alter table public.requests alter column title set statistics -1",
      "alter table public.requests alter column title set statistics 0",
    ],
    [
      "the applied migrations match this folder: not applied: 20261129020100",
      "update supabase_migrations.schema_migrations set version = '2' where version = '20261129020100'",
      "update supabase_migrations.schema_migrations set version = '20261129020100' where version = '2'",
    ],
    [
      "the hour's emails are not running out: the trigger that counts them is missing or off",
      "alter table auth.users disable trigger count_auth_email",
      "alter table auth.users enable trigger count_auth_email",
    ],
    [
      "emails are due by the real time: a test clock says 2031-01-01",
      "insert into private.test_clock (at) values ('2031-01-01')",
      "delete from private.test_clock",
    ],
    [
      "the applied migrations match this folder: applied, but not in this folder: 9",
      "insert into supabase_migrations.schema_migrations (version) values ('9')",
      "delete from supabase_migrations.schema_migrations where version = '9'",
    ],
  ])("a privilege or setting changed by hand is reported: %s", async (line, change, undo) => {
    const run = (sql: string) => sound.platform.database.as("supabase_admin", {}, (query) => query(sql));
    await run(change);
    try {
      expect((await wrongLines(sound.site, withKeys)).join("\n")).toContain(line);
    } finally {
      await run(undo);
    }
  });

  test("a key that isn't the worker's is reported but not printed", async () => {
    const wrong = "sb_secret_of-another-project_12345678";
    const { output } = await check(sound.site, { ...withKeys, SUPABASE_SECRET_KEY: wrong });
    expect(output).toContain("WRONG  the worker's key works: finish_purge answers 401");
    expect(output).not.toContain(wrong);
    expect(
      namesOf(await wrongLines(sound.site, { ...withKeys, SUPABASE_SECRET_KEY: sound.platform.anonKey })),
    ).toContain("the worker's key works");
  });

  test("an unreachable database is reported without its password", async () => {
    const { output, code } = await check(sound.site, {
      DATABASE_URL: "postgres://me:sesame@127.0.0.1:9/none",
    });
    expect(output).toContain("WRONG  the applied migrations match this folder: the database: ");
    expect(output).not.toContain("sesame");
    expect(code).toBe(1);
  });
});

describe("a misconfigured project", () => {
  let folder = "";
  let other: Deployment;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "sheaf-test-"));
    const config = join(folder, "config.toml");
    const text = withoutEmailTemplates(await readFile(settings, "utf8"))
      .replace("enable_confirmations = true", "enable_confirmations = false")
      .replace(/additional_redirect_urls = \[.*\]/, 'additional_redirect_urls = ["https://**"]');
    await writeFile(config, text);
    other = await startDeployment({ config, migrations: "none" });
  }, 60_000);
  afterAll(async () => {
    await other.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("is reported with everything that is open and missing", async () => {
    const { code, wrong } = await check(other.site, {
      DATABASE_URL: other.platform.database.connectionString,
      SUPABASE_SECRET_KEY: localKeys.secret,
      SUPABASE_URL: other.platformFront.url,
    });
    expect(code).toBe(1);
    expect(namesOf(wrong)).toEqual([
      "email addresses must be confirmed",
      "disallowed redirects lead to the site",
      "no similar host name is allowed",
      "every table exists and is closed to anonymous visitors",
      "every function exists and is closed to anonymous visitors",
      "an unknown link reveals nothing",
      "counts from the planner's statistics are refused",
      "the bucket exists and refuses types that a browser would run",
      "anonymous visitors can't upload",
      "the worker's key works",
      "the worker sends email",
      "the bucket accepts files up to the page's limit",
      "the applied migrations match this folder",
      "our functions have the privileges they need",
      "no trigger that asks for a fresh proof or sends a notice is missing",
      "the bucket matches the migrations",
      "the bucket of examples matches the migrations",
      "no document or example may be cached by others",
      "only Auth may call its hooks",
      "Auth calls the hook for new accounts",
      "emails are due by the real time",
      "the hour's emails are not running out",
    ]);
  });
});

describe("a project with a different Site URL", () => {
  let other: Deployment;
  beforeAll(async () => {
    other = await startDeployment({ siteUrl: "http://other.example" });
  }, 60_000);
  afterAll(() => other.stop());

  test("is reported with the target of its links and passkeys", async () => {
    const wrong = await wrongLines(other.site);
    expect(wrong.join("\n")).toContain("Auth redirects to http://other.example");
    expect(wrong.join("\n")).toContain("they belong to other.example");
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

  test("sends Strict-Transport-Security, and development keys and providers are reported", async () => {
    const { output, wrong } = await check(secure.site, trusting);
    expect(output).toContain("ok     only https is used: required for at least half a year");
    expect(namesOf(wrong)).toEqual(["the page's key is public", "every provider is known to the page"]);
    secure.front.alter((response) => delete response.headers["strict-transport-security"]);
    expect(namesOf((await check(secure.site, trusting)).wrong)).toContain("only https is used");
  });
});

test("an unreachable site is reported", async () => {
  const site = `http://localhost:${await freePort()}`;
  const { code, wrong } = await check(site);
  expect(code).toBe(1);
  expect(wrong[0]).toBe(
    `WRONG  the sidecar is running: ${site} did not respond (ECONNREFUSED). Check that it is running and reachable from this machine.`,
  );
});

test.each([[""], ["sheaf.example"], ["ftp://sheaf.example"]])(
  "a malformed URL is refused: %j",
  async (address) => {
    const { code, output } = await check(address);
    expect(code).toBe(1);
    expect(output).toContain("Pass one URL");
  },
);
