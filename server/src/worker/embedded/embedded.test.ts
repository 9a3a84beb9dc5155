import { existsSync } from "node:fs";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform } from "@sheaf/platform";
import { expect, onTestFinished, test } from "vitest";
import { sendRequest } from "../../testing/documents.ts";
import { sql } from "../../testing/fill-outbox.ts";
import { repeatRequests } from "../../testing/repeat-requests.ts";
import { sendToMany } from "../../testing/send-to-many.ts";
import { startSmtp } from "../../testing/start-smtp.ts";
import { purge } from "../../testing/start-purge.ts";
import { runWorker } from "../../testing/start-worker.ts";

// The other files use the server in `DATABASE_URL` if there is one; development has the embedded engine.

test("every task does its work on the embedded engine", async () => {
  const platform = await startPlatform();
  onTestFinished(() => platform.stop());
  const smtp = await startSmtp();
  onTestFinished(() => smtp.stop());
  const request = await sendRequest(platform);
  await request.add();
  await request.remove(await request.add());
  await request.askForReceipt();
  const binned = await sendRequest(platform);
  await binned.cancel();
  await binned.putIntoBin();
  await sendToMany(platform, 2);
  await repeatRequests(platform, 1);
  await sql(platform.database, "update private.test_clock set at = now() + interval '15 days'");

  const { code, output } = await runWorker(platform.url, ["--once"], { SMTP_URL: smtp.url });
  expect(code, output).toBe(0);
  const reports = output
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  // The number of emails depends on the time of day.
  expect(smtp.received.map(({ subject }) => subject)).toContain("Nora Okafor asks you for 1 item: Papers");
  expect(Object.fromEntries(reports.map(({ task, ...report }) => [task, report]))).toMatchObject({
    email: { emails: { retry: 0, refused: 0, failed: 0 } },
    bulk: { people: { sent: 2 } },
    recurring: { requests: { sent: 1 } },
    checksums: { files: { verified: 1 } },
    receipts: { receipts: { signed: 1 } },
    expiry: { requests: { deleted: 1 } },
    purge: { purged: { removed: 1 }, failed: 0 },
  });
});

test("every command does its work there, and what is due is erased with its bytes", async () => {
  const directory = await mkdtemp(join(tmpdir(), "sheaf-embedded-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  const platform = await startPlatform({ directory });
  onTestFinished(() => platform.stop());
  const run = async (...args: string[]) => {
    const { code, output } = await runWorker(platform.url, args);
    expect(code, output).toBe(0);
    return output;
  };
  const request = await sendRequest(platform);
  const { object_key: key } = await request.add();
  await request.accept();
  const [recipient] = await sql<{ email: string }>(platform.database, "select email from public.recipients");
  const address = recipient?.email ?? "";

  expect(await run("--report")).toMatch(/^\d+ waiting, the oldest since /);
  expect(await run("--suppress", address)).toContain("members: 1.");
  expect(await run("--allow", address)).toContain("may go to this address again");

  const documents = join(directory, "storage", "documents");
  const backup = join(directory, "backup");
  await cp(documents, join(backup, "documents"), { recursive: true });
  await rm(join(documents, key), { recursive: true });
  expect(await run("--restore", backup)).toMatch(/0 intact, 1 restored, 0 not in the backup/);
  expect(await readdir(join(documents, key))).toHaveLength(1);

  await sql(platform.database, "update public.workspaces set retain_days = 30");
  for (const days of [17, 29, 32]) {
    await sql(platform.database, "delete from private.test_clock");
    await sql(
      platform.database,
      `insert into private.test_clock (at) values (now() + interval '${days} days 1 hour')`,
    );
    await run("--once", "expiry");
  }
  expect((await purge(platform.url)).report["purged"]).toMatchObject({ expired: 1 });
  const erased = "select from public.requests where erased_at is not null";
  expect(await sql(platform.database, erased)).toHaveLength(1);
  expect(existsSync(join(documents, key))).toBe(false);
});
