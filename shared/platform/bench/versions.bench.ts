import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";
import { median } from "@sheaf/bench/statistics";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { localKeys } from "../src/keys.ts";
import { codeIn } from "../src/email/mailpit.client.ts";

/**
 * Compares this version with another one, whose checkout (with packages installed) is the argument: cold and warm starts,
 * and requests per second for rows, token refreshes and 20 MB uploads. Requests alternate between the versions. Look at
 * the ratio.
 */

const rounds = 7;
const rowRequestsPerRound = 200;
const refreshesPerRound = 60;
const content = Buffer.alloc(20 * 1024 * 1024, 7);
const bucket = "bench";

interface Version {
  name: string;
  directory: string;
  url: string;
  mailboxUrl: string;
  process: ChildProcess;
  accessToken: string;
  refreshToken: string;
}

type Round = (version: Version, round: number) => Promise<number>;

const [other] = process.argv.slice(2);
if (other === undefined) {
  throw new Error("Usage: pnpm bench:versions <folder of a checkout of another version, installed>");
}
const roots = {
  other: resolve(other),
  this: fileURLToPath(new URL("../../..", import.meta.url)),
};

const versions: Version[] = [];
for (const [name, root] of Object.entries(roots)) versions.push(await begin(name, root));
try {
  for (const version of versions) await prepare(version);
  await compare("GET /rest/v1/workspaces, per second", perSecond(rowRequestsPerRound, readRows));
  await compare("POST /auth/v1/token, refresh, per second", perSecond(refreshesPerRound, refresh));
  await compare("POST /storage/v1/object, 20 MB, per second", perSecond(1, upload));
} finally {
  for (const version of versions) {
    await end(version);
    await rm(version.directory, { recursive: true });
  }
}

async function begin(name: string, root: string): Promise<Version> {
  const directory = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
  const starts: number[] = [];
  for (const _ of ["cold", "warm"]) {
    const begun = performance.now();
    const started = await start(root, directory);
    starts.push(performance.now() - begun);
    if (starts.length === 2) {
      const [first = Number.NaN, again = Number.NaN] = starts;
      print(`${name}: first start in a folder ${first.toFixed(0)} ms, again ${again.toFixed(0)} ms`);
      return { name, directory, accessToken: "", refreshToken: "", ...started };
    }
    await end(started);
  }
  throw new Error("unreachable");
}

async function start(
  root: string,
  directory: string,
): Promise<Pick<Version, "process" | "url" | "mailboxUrl">> {
  const main = join(root, "shared/platform/src/main.ts");
  // Versions from before the rename take `--mail-port` and print `mailUrl`.
  const options = await readFile(join(root, "shared/platform/src/main-options.ts"), "utf8");
  const mailboxFlag = options.includes("mailbox-port") ? "--mailbox-port" : "--mail-port";
  const child = spawn(process.execPath, [main, "--port", "0", mailboxFlag, "0", "--directory", directory], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith("ready ")) continue;
    child.stdout.resume();
    const { url, mailUrl, mailboxUrl = mailUrl } = JSON.parse(line.slice(6)) as Record<string, string>;
    return { process: child, url: String(url), mailboxUrl: String(mailboxUrl) };
  }
  throw new Error(`The platform of ${root} exited before it was ready.`);
}

async function end({ process: child }: Pick<Version, "process">): Promise<void> {
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Creates a session, and a bucket without access rules of the product. */
async function prepare(version: Version): Promise<void> {
  const email = "ada@bench.example";
  await ask(version, "/auth/v1/otp", { email });
  const messages = await fetch(`${version.mailboxUrl}/api/v1/messages`);
  const [mail] = ((await messages.json()) as { messages: { ID: string }[] }).messages;
  const { Text } = (await (await fetch(`${version.mailboxUrl}/api/v1/message/${mail?.ID}`)).json()) as {
    Text: string;
  };
  const token = codeIn({ subject: "", text: Text });
  const session = await ask(version, "/auth/v1/verify", { type: "email", email, token });
  saveTokens(version, session);
  await ask(version, "/storage/v1/bucket", { id: bucket, name: bucket });
}

async function readRows({ url, accessToken }: Version): Promise<void> {
  const response = await fetch(`${url}/rest/v1/workspaces?select=id&limit=1`, {
    headers: { apikey: localKeys.publishable, authorization: `Bearer ${accessToken}` },
  });
  await body(response);
}

async function refresh(version: Version): Promise<void> {
  const refresh_token = version.refreshToken;
  const session = await ask(version, "/auth/v1/token?grant_type=refresh_token", { refresh_token });
  saveTokens(version, session);
}

function saveTokens(version: Version, session: Record<string, unknown>): void {
  version.accessToken = String(session["access_token"]);
  version.refreshToken = String(session["refresh_token"]);
}

async function upload({ url }: Version, round: number): Promise<void> {
  const response = await fetch(`${url}/storage/v1/object/${bucket}/${round}.bin`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${localKeys.serviceJwt}`,
      apikey: localKeys.secret,
      "content-type": "application/octet-stream",
    },
    body: content,
  });
  await body(response);
}

async function ask({ url }: Version, path: string, json: unknown): Promise<Record<string, unknown>> {
  const key = path.startsWith("/storage/") ? localKeys.serviceJwt : localKeys.publishable;
  const response = await fetch(`${url}${path}`, {
    method: "POST",
    headers: {
      apikey: localKeys.publishable,
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
    },
    body: JSON.stringify(json),
  });
  return JSON.parse(await body(response)) as Record<string, unknown>;
}

async function body(response: Response): Promise<string> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`);
  return text;
}

/** Measures sequential requests. */
function perSecond(count: number, once: (version: Version, round: number) => Promise<void>): Round {
  return async (version, round) => {
    const begun = performance.now();
    for (let n = 0; n < count; n += 1) await once(version, round);
    return (1000 * count) / (performance.now() - begun);
  };
}

/** Doesn't count the first round. The versions alternate in going first. */
async function compare(label: string, run: Round): Promise<void> {
  const figures = new Map<string, number[]>(versions.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const version of round % 2 === 0 ? versions : versions.toReversed()) {
      const figure = await run(version, round);
      if (round > 0) figures.get(version.name)?.push(figure);
    }
  }
  const [then = Number.NaN, now = Number.NaN] = versions.map(({ name }) => median(figures.get(name) ?? []));
  print(
    `${label.padEnd(40)} this/other ${(now / then).toFixed(2)}   (other ${then.toFixed(1)}, this ${now.toFixed(1)}, medians of ${rounds})`,
  );
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
