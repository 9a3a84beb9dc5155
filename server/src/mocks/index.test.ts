import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { compileCache } from "../testing/entries.ts";
import { send } from "../testing/send.ts";
import { freePort, startProcess } from "../testing/start-process.ts";
import { writeSite } from "../testing/write-site.ts";

const entry = fileURLToPath(new URL("./index.ts", import.meta.url));

/** Starts a process that is expected to exit by itself. */
function endOf(settings: Record<string, string>): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [entry],
      { env: { PORT: "0", ...compileCache, ...settings } },
      (error, stdout, stderr) => resolve({ code: error?.code, stdout, stderr }),
    );
  });
}

const local = { SITE_URL: "http://localhost:3000", SUPABASE_URL: "http://localhost:3002" };

test.each([
  [
    "in production, whatever the rest of the configuration",
    { NODE_ENV: "production", SUPABASE_URL: "http://localhost:3002" },
    "QA mode plays tapes instead of using the platform. It doesn't start with NODE_ENV=production.\n",
  ],
  [
    "with a platform URL that is not local",
    { ...local, SUPABASE_URL: "https://project.supabase.example" },
    "QA mode stands in for the platform, so SUPABASE_URL must be a local http URL, not https://project.supabase.example.\n",
  ],
  [
    "on a host that the run's cookie doesn't reach",
    { ...local, SUPABASE_URL: "http://127.0.0.1:3002" },
    "SUPABASE_URL must have the same host as SITE_URL (localhost), not 127.0.0.1: the cookie of a run is limited to one host.\n",
  ],
])(
  "QA mode does not start %s and prints the reason before it listens",
  async (_where, settings, description) => {
    expect(await endOf(settings)).toEqual({ code: 1, stdout: "", stderr: description });
  },
);

test("QA mode serves the built page and stands in for the platform named in it", async () => {
  const site = await writeSite();
  onTestFinished(() => site.remove());
  const platformUrl = `http://localhost:${await freePort()}`;
  const mocks = await startProcess(platformUrl, { SITE_ROOT: site.root }, { entry: "mocks" });
  onTestFinished(() => mocks.stop());

  expect((await mocks.send({ path: "/sign-in" })).text).toContain(platformUrl);
  const report = await mocks.send({ path: "/mocks/run" });
  expect([report.status, report.headers["content-type"]]).toEqual([404, "application/json; charset=utf-8"]);
  const followed = await send({ origin: platformUrl, path: "/auth/v1/verify" });
  expect([followed.status, followed.text]).toEqual([
    404,
    "No run: open the site with ?qa= and the name of a tape.\n",
  ]);
  mocks.signal("SIGTERM");
  expect(await mocks.ended).toBe(0);
});

test("QA mode exits and frees the platform's port if its own port is taken", async () => {
  const first = await startProcess(`http://localhost:${await freePort()}`, {}, { entry: "mocks" });
  onTestFinished(() => first.stop());
  const platformUrl = `http://localhost:${await freePort()}`;
  const { code, stdout, stderr } = await endOf({
    ...local,
    SUPABASE_URL: platformUrl,
    PORT: String(first.port),
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining("another process is using the port")]);
  expect(stdout).toContain(`"url":"${platformUrl}"`);
});
