import { execFile } from "node:child_process";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { send } from "../testing/send.ts";
import { freePort, startProcess } from "../testing/start-process.ts";
import { writeSite } from "../testing/write-site.ts";

const entry = fileURLToPath(new URL("./index.ts", import.meta.url));

/** Starts what is expected to end by itself. */
function endOf(settings: Record<string, string>): Promise<{ code: unknown; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [entry], { env: { PORT: "0", ...settings } }, (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    );
  });
}

const local = { SITE_URL: "http://localhost:3000", SUPABASE_URL: "http://localhost:3002" };

test.each([
  [
    "in production, whatever else is wrong there",
    { NODE_ENV: "production", SUPABASE_URL: "http://localhost:3002" },
    "QA mode plays tapes in the platform's place and never starts with NODE_ENV=production.\n",
  ],
  [
    "where a real platform may be",
    { ...local, SUPABASE_URL: "https://project.supabase.example" },
    "QA mode stands in for the platform at SUPABASE_URL, so that has to be http on this machine, not https://project.supabase.example.\n",
  ],
  [
    "where no run's cookie comes",
    { ...local, SUPABASE_URL: "http://127.0.0.1:3002" },
    "The cookie of a run only reaches one host, so SUPABASE_URL has to be on localhost as SITE_URL is, not on 127.0.0.1.\n",
  ],
])("QA mode does not start %s, and says why before it listens", async (_where, settings, says) => {
  expect(await endOf(settings)).toEqual({ code: 1, stdout: "", stderr: says });
});

test("QA mode serves the built page, and stands in for the platform that it names", async () => {
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

test("QA mode that cannot have its own place ends, and gives up the platform's", async () => {
  const first = await startProcess(`http://localhost:${await freePort()}`, {}, { entry: "mocks" });
  onTestFinished(() => first.stop());
  const platformUrl = `http://localhost:${await freePort()}`;
  const { code, stdout, stderr } = await endOf({
    ...local,
    SUPABASE_URL: platformUrl,
    PORT: String(first.port),
  });
  expect([code, stderr]).toEqual([1, expect.stringContaining("another process has the port")]);
  expect(stdout).toContain(`"url":"${platformUrl}"`);
});
