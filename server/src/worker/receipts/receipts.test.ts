import { localReceiptKey } from "@sheaf/contract/receipt/local-key";
import { readKeyList } from "@sheaf/contract/receipt/key-list";
import { checkReceipt } from "@sheaf/contract/receipt/verify";
import { expect, test } from "vitest";
import { sendRequest } from "../../testing/documents.ts";
import { setUpPurgeScene } from "../../testing/purge-scene.ts";
import { runWorker } from "../../testing/start-worker.ts";

const scene = setUpPurgeScene();

async function runOnce(...tasks: string[]) {
  const { code, output } = await runWorker(scene.platform.url, ["--once", ...tasks]);
  return { code, report: output === "" ? undefined : (JSON.parse(output) as Record<string, unknown>) };
}

test("a receipt is signed once its files have been read, and is genuine", async () => {
  const request = await sendRequest(scene.platform);
  await request.add("passport.pdf");
  expect(await request.askForReceipt()).toBeNull();
  expect(await runOnce("receipts")).toEqual({ code: 0, report: undefined });
  expect((await runOnce("checksums")).code).toBe(0);
  expect(await runOnce("receipts")).toMatchObject({
    code: 0,
    report: { task: "receipts", receipts: { signed: 1 }, msg: "Done" },
  });
  const check = await checkReceipt(
    JSON.stringify(await request.askForReceipt()),
    readKeyList(localReceiptKey.public) ?? [],
  );
  expect(check).toMatchObject({ signed: { receipt: { items: [{ files: [{ name: "passport.pdf" }] }] } } });
});

test("needs a key, and says once that it can't reach the platform", async () => {
  const { code, output } = await runWorker("http://127.0.0.1:9", ["--once", "receipts"], {
    RECEIPT_SIGNING_KEY: "",
  });
  expect([code, output]).toEqual([1, expect.stringContaining("RECEIPT_SIGNING_KEY is not set")]);
  const unreachable = await runWorker("http://127.0.0.1:9", ["--once", "receipts"]);
  expect(JSON.parse(unreachable.output)).toMatchObject({
    task: "receipts",
    endedBy: "claim_receipts was answered with 0",
  });
});
