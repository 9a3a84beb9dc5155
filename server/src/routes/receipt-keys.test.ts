import { expect, test } from "vitest";
import { startSidecar } from "../testing/start-sidecar.ts";

test("the keys of receipts are a JSON Web Key Set that every site may read", async () => {
  const sidecar = await startSidecar({ receiptKeys: [{ kid: "2026", x: "A".repeat(43) }] });
  const response = await sidecar.send({ path: "/.well-known/sheaf-receipts.json" });
  await sidecar.stop();
  expect(response).toMatchObject({
    status: 200,
    headers: {
      "content-type": "application/jwk-set+json; charset=utf-8",
      "cache-control": "public, max-age=300",
      "access-control-allow-origin": "*",
    },
  });
  expect(JSON.parse(response.bytes.toString())).toEqual({
    keys: [{ kty: "OKP", crv: "Ed25519", use: "sig", alg: "EdDSA", kid: "2026", x: "A".repeat(43) }],
  });
});
