import { signAsync } from "@noble/ed25519";
import { canonicalBytes } from "./canonical.ts";
import { encodeBase64Url } from "./base64-url.ts";
import type { Receipt, SignedReceipt } from "./receipt.ts";

export interface SigningKey {
  kid: string;
  /** 32 bytes. */
  secret: Uint8Array;
}

export async function signReceipt(receipt: Receipt, { kid, secret }: SigningKey): Promise<SignedReceipt> {
  const signature = await signAsync(canonicalBytes(receipt), secret);
  return { receipt, signature: { algorithm: "Ed25519", kid, value: encodeBase64Url(signature) } };
}
