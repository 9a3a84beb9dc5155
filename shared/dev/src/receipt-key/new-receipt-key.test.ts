import { decodeBase64Url } from "@sheaf/contract/receipt/base64-url";
import { readKey, readKeyList } from "@sheaf/contract/receipt/key-list";
import { sampleReceipt } from "@sheaf/contract/receipt/sample.fixtures";
import { signReceipt } from "@sheaf/contract/receipt/sign";
import { checkReceipt } from "@sheaf/contract/receipt/verify";
import { expect, test } from "vitest";
import { newReceiptKey } from "./new-receipt-key.ts";

test("what one half of a new key signs, the other checks", async () => {
  const { signing, verifying } = newReceiptKey("2026-11");
  const { kid = "", bytes = "" } = readKey(signing) ?? {};
  const signed = await signReceipt(sampleReceipt, { kid, secret: decodeBase64Url(bytes) });
  expect(await checkReceipt(JSON.stringify(signed), readKeyList(verifying) ?? [])).toEqual({ signed });
});

test("an id that a setting can't contain is refused", () => {
  expect(() => newReceiptKey("a,b")).toThrow("can't name a key");
});
