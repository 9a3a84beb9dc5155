import { generateKeyPairSync } from "node:crypto";
import { readKey } from "@sheaf/contract/receipt/key-list";

/**
 * An Ed25519 key pair, as settings contain it.
 *
 * @throws Error for an id that a setting can't contain.
 */
export function newReceiptKey(id: string): { signing: string; verifying: string } {
  const { d = "", x = "" } = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  const [signing, verifying] = [`${id}:${d}`, `${id}:${x}`];
  if (!readKey(signing)) throw new Error(`"${id}" can't name a key: use letters, digits, dots and hyphens.`);
  return { signing, verifying };
}
