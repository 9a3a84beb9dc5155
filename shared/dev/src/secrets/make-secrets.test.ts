import { spawnSync } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { signToken } from "@sheaf/platform/keys";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { settingsIn } from "./env-file.ts";

const script = fileURLToPath(new URL("./make-secrets.ts", import.meta.url));
const secretNames = [
  "POSTGRES_PASSWORD",
  "JWT_SECRET",
  "ANON_KEY",
  "SERVICE_ROLE_KEY",
  "SEND_EMAIL_HOOK_SECRET",
];
const names = [
  "COMPOSE_PROFILES",
  ...secretNames.slice(0, 4),
  "SEND_EMAIL_HOOK_ENABLED",
  ...secretNames.slice(4),
];

let file: string;
beforeEach(async () => {
  file = join(await mkdtemp(join(tmpdir(), "sheaf-secrets-")), ".env");
});
afterEach(() => rm(dirname(file), { recursive: true }));

function run(): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, file], { encoding: "utf8" });
  return { status, output: stdout + stderr };
}
const written = async () => settingsIn(await readFile(file, "utf8"));
const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

describe("the secrets of docker compose", () => {
  test("are all created, readable only by this user, and none is printed", async () => {
    const { status, output } = run();
    expect([status, output]).toEqual([0, `Written to ${file}: ${names.join(", ")}\n`]);
    const secrets = await written();
    expect(Object.keys(secrets).sort()).toEqual(names.toSorted());
    expect(secrets["COMPOSE_PROFILES"]).toBe("development");
    expect(secrets["POSTGRES_PASSWORD"]).toMatch(/^[0-9a-f]{64}$/);
    expect(secrets["JWT_SECRET"]).toMatch(/^[\w-]{64}$/);
    expect(await modeOf(file)).toBe("600");
    expect(await readdir(dirname(file))).toEqual([".env"]);
    expect(secrets["SEND_EMAIL_HOOK_ENABLED"]).toBe("true");
    expect(secrets["SEND_EMAIL_HOOK_SECRET"]).toMatch(/^v1,whsec_[A-Za-z0-9+/]{43}=$/);
    for (const name of secretNames) expect(output).not.toContain(secrets[name]);
  });

  test("are keys signed with JWT_SECRET for ten years", async () => {
    run();
    const secrets = await written();
    for (const [name, role] of [
      ["ANON_KEY", "anon"],
      ["SERVICE_ROLE_KEY", "service_role"],
    ] as const) {
      const claims = JSON.parse(Buffer.from(String(secrets[name]?.split(".")[1]), "base64url").toString());
      expect(claims).toMatchObject({ role, iss: "sheaf" });
      expect((claims.exp - claims.iat) / (365 * 24 * 3600)).toBe(10);
      expect(signToken(claims, String(secrets["JWT_SECRET"]))).toBe(secrets[name]);
    }
  });

  test("differ each time", async () => {
    run();
    const first = await written();
    await rm(file);
    run();
    const second = await written();
    for (const name of secretNames) expect(second[name]).not.toBe(first[name]);
  });

  test("are never overwritten once set", async () => {
    const secret = "a".repeat(40);
    const before = [
      "# mine",
      "SITE_URL=https://sheaf.example",
      'POSTGRES_PASSWORD="quoted one"',
      "COMPOSE_PROFILES=production",
      `export JWT_SECRET=${secret}`,
      "ANON_KEY=",
      "SEND_EMAIL_HOOK_ENABLED=false",
      "# SERVICE_ROLE_KEY=",
      "",
    ];
    await writeFile(file, before.join("\n"), { mode: 0o644 });
    expect(run().output).toBe(`Written to ${file}: ANON_KEY, SERVICE_ROLE_KEY, SEND_EMAIL_HOOK_SECRET\n`);
    const lines = (await readFile(file, "utf8")).split("\n");
    expect(lines.slice(0, 5)).toEqual(before.slice(0, 5));
    expect(lines[5]).toMatch(/^ANON_KEY=ey/);
    expect(lines.slice(6)).toEqual([
      "SEND_EMAIL_HOOK_ENABLED=false",
      "# SERVICE_ROLE_KEY=",
      expect.stringMatching(/^SERVICE_ROLE_KEY=ey/),
      expect.stringMatching(/^SEND_EMAIL_HOOK_SECRET=v1,whsec_/),
      "",
    ]);
    expect(await modeOf(file)).toBe("600");

    const complete = await readFile(file, "utf8");
    expect(run().output).toBe(`${file} already has all of them\n`);
    expect(await readFile(file, "utf8")).toBe(complete);
  });

  test.each([
    ["a secret that is too short", { JWT_SECRET: "short" }, "JWT_SECRET has 5 characters and needs 32."],
    [
      "a key without the secret that signed it",
      { ANON_KEY: "x.y.z" },
      "ANON_KEY is set and JWT_SECRET, which signed it, is not: set both, or empty ANON_KEY.",
    ],
    [
      "a key of another secret",
      { JWT_SECRET: "a".repeat(32), ANON_KEY: signToken({ role: "anon" }, "b".repeat(32)) },
      "ANON_KEY isn't a key with the role anon signed by JWT_SECRET: clear it to create a new one.",
    ],
    [
      "the open key where the secret one belongs",
      { JWT_SECRET: "a".repeat(32), SERVICE_ROLE_KEY: signToken({ role: "anon" }, "a".repeat(32)) },
      "SERVICE_ROLE_KEY isn't a key with the role service_role signed by JWT_SECRET: clear it to create a new one.",
    ],
  ])("are refused over %s, and the file stays as it is", async (_, settings, sentence) => {
    const text = Object.entries(settings)
      .map(([name, value]) => `${name}=${value}\n`)
      .join("");
    await writeFile(file, text);
    expect(run()).toEqual({ status: 1, output: `${file}: ${sentence}\n` });
    expect(await readFile(file, "utf8")).toBe(text);
  });
});
