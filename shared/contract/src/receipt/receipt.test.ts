import { describe, expect, test } from "vitest";
import { decodeBase64Url } from "./base64-url.ts";
import { canonicalBytes } from "./canonical.ts";
import { maxReceiptBytes } from "./receipt.ts";
import { sampleReceipt as receipt } from "./sample.fixtures.ts";
import { signReceipt } from "./sign.ts";
import { checkReceipt } from "./verify.ts";

async function newKey(kid: string) {
  const { privateKey, publicKey } = await crypto.subtle.generateKey("Ed25519", true, ["sign", "verify"]);
  const [{ d = "" }, { x = "" }] = await Promise.all([
    crypto.subtle.exportKey("jwk", privateKey),
    crypto.subtle.exportKey("jwk", publicKey),
  ]);
  return { privateKey, signing: { kid, secret: decodeBase64Url(d) }, public: { kid, x } };
}

const [old, current, foreign] = await Promise.all([newKey("2025"), newKey("2026"), newKey("2026")]);
const keys = [old.public, current.public];
const signed = await signReceipt(receipt, current.signing);
const text = JSON.stringify(signed);

describe("a receipt", () => {
  test("is genuine with the key it names, however its JSON is written", async () => {
    const { signature } = signed;
    const { history, ...rest } = receipt;
    const reordered = JSON.stringify({ signature, receipt: { history, ...rest } }, undefined, 4);
    expect(await checkReceipt(reordered, keys)).toEqual({ signed });
  });

  test("of version 1, which has no answers, stays genuine", async () => {
    const items = receipt.items.map((item) => {
      const earlier = { ...item };
      delete earlier.answer;
      return earlier;
    });
    const signedEarlier = await signReceipt({ ...receipt, version: 1, items }, current.signing);
    expect(await checkReceipt(JSON.stringify(signedEarlier), keys)).toEqual({ signed: signedEarlier });
  });

  test("stays genuine once a new key signs", async () => {
    const earlier = await signReceipt(receipt, old.signing);
    expect(await checkReceipt(JSON.stringify(earlier), keys)).toEqual({ signed: earlier });
  });

  test("has the signature that the platform's own Ed25519 makes", async () => {
    const expected = await crypto.subtle.sign("Ed25519", current.privateKey, canonicalBytes(receipt));
    expect(decodeBase64Url(signed.signature.value)).toEqual(new Uint8Array(expected));
  });

  test.each([
    ["cut", text.slice(0, text.length / 2), "cut"],
    ["of another format", JSON.stringify({ hello: 1 }), "not_a_receipt"],
    ["text", "hello", "not_a_receipt"],
    ["of another version", text.replace('"version":2', '"version":3'), "other_version"],
    ["with another file name", text.replace("December", "November"), "changed"],
    ["with another answer", text.replace("PT50", "PT51"), "changed"],
    ["with an answer less", text.replace(JSON.stringify(receipt.items[1]?.answer), "null"), "changed"],
    ["with another checksum", text.replace("abab", "abac"), "changed"],
    ["with an item less", JSON.stringify({ ...signed, receipt: { ...receipt, items: [] } }), "changed"],
    ["with a field more", text.replace('"format"', '"note":"paid","format"'), "changed"],
    ["with a signature that is cut", text.replace(signed.signature.value, "AAAA"), "changed"],
    ["too large", `{"receipt":${" ".repeat(maxReceiptBytes)}`, "too_large"],
    ["signed with an unknown key", text.replace('"kid":"2026"', '"kid":"2024"'), "unknown_key"],
    ["said to be signed with another key", text.replace('"kid":"2026"', '"kid":"2025"'), "changed"],
  ])("that is %s is refused", async (_, changed, problem) => {
    expect(await checkReceipt(changed, keys)).toEqual({ problem });
  });

  test("signed again with a key of the same name is refused", async () => {
    const forged = await signReceipt({ ...receipt, items: [] }, foreign.signing);
    expect(await checkReceipt(JSON.stringify(forged), keys)).toEqual({ problem: "changed" });
  });
});
