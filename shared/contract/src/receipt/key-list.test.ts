import { expect, test } from "vitest";
import { readKey, readKeyList, writeKeyList } from "./key-list.ts";
import { localReceiptKey } from "./local-key.ts";
import { signReceipt } from "./sign.ts";
import { decodeBase64Url } from "./base64-url.ts";
import { checkReceipt } from "./verify.ts";
import { sampleReceipt } from "./sample.fixtures.ts";

const x = "A".repeat(43);

test("a list of keys is read and written alike", () => {
  const keys = [
    { kid: "2026-11", x },
    { kid: "2025", x },
  ];
  expect(writeKeyList(keys)).toBe(`2026-11:${x},2025:${x}`);
  expect(readKeyList(writeKeyList(keys))).toEqual(keys);
  expect(readKeyList("")).toEqual([]);
});

test.each([x, `a:${x}A`, `a b:${x}`, `:${x}`, `a:${x},a:${x}`, `a:${x},`])(
  "%s is no list of keys",
  (text) => {
    expect(readKeyList(text)).toBeUndefined();
  },
);

test("the local keys belong together", async () => {
  const { kid, bytes } = readKey(localReceiptKey.signing) ?? { kid: "", bytes: "" };
  const signed = await signReceipt(sampleReceipt, { kid, secret: decodeBase64Url(bytes) });
  expect(await checkReceipt(JSON.stringify(signed), readKeyList(localReceiptKey.public) ?? [])).toEqual({
    signed,
  });
});
