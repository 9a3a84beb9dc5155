import type { ReceiptKey } from "@sheaf/contract/receipt/receipt";
import type { RequestHandler } from "express";

/** Seconds. A receipt that was signed with a new key can't be checked elsewhere for so long. */
const maxAge = 300;

/** `GET /.well-known/sheaf-receipts.json`: the public keys as a JSON Web Key Set (RFC 7517, RFC 8037), for everybody. */
export function receiptKeysRoute(keys: readonly ReceiptKey[]): RequestHandler {
  const set = {
    keys: keys.map(({ kid, x }) => ({ kty: "OKP", crv: "Ed25519", use: "sig", alg: "EdDSA", kid, x })),
  };
  return (_request, response) => {
    response.set("Cache-Control", `public, max-age=${maxAge}`);
    response.set("Access-Control-Allow-Origin", "*");
    response.type("application/jwk-set+json").send(JSON.stringify(set));
  };
}
