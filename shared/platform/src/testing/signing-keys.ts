import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { exportJWK, generateKeyPair } from "jose";
import { productConfig } from "../product-files.ts";
import type { SigningKey } from "../tokens/token-keys.ts";

/** Generates a private key in the format of `supabase gen signing-key`. */
export async function newSigningKey(operations: string[] = ["sign", "verify"]): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { ...jwk, kty: "EC", kid: randomUUID(), use: "sig", key_ops: operations, alg: "ES256", ext: true };
}

/** Writes the product's settings and a signing keys file to `folder` and returns the path of the settings. */
export async function configWithSigningKeys(folder: string, keys: readonly unknown[]): Promise<string> {
  const shared = dirname(dirname(productConfig));
  const settings = (await readFile(productConfig, "utf8"))
    .replace("[auth]\n", '[auth]\nsigning_keys_path = "./signing_keys.json"\n')
    .replaceAll('content_path = "./supabase/', `content_path = "${shared}/supabase/`)
    .replaceAll('content_path = "./templates/', `content_path = "${shared}/supabase/templates/`);
  const path = join(folder, "config.toml");
  await writeFile(path, settings);
  await writeFile(join(folder, "signing_keys.json"), JSON.stringify(keys));
  return path;
}
