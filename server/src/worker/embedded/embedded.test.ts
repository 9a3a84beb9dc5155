import { startPlatform } from "@sheaf/platform";
import { expect, onTestFinished, test } from "vitest";
import { sendRequest } from "../../testing/documents.ts";
import { sql } from "../../testing/fill-outbox.ts";
import { repeatRequests } from "../../testing/repeat-requests.ts";
import { sendToMany } from "../../testing/send-to-many.ts";
import { startSmtp } from "../../testing/start-smtp.ts";
import { runWorker } from "../../testing/start-worker.ts";

/** The other files use the server in `DATABASE_URL` if there is one; development has the embedded engine. */
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
