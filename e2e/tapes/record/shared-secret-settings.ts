import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { copyProductSettings } from "../../fixtures/product-settings.ts";

/**
 * Copies the product's settings without signing keys, so that tokens are signed with the shared secret. The sidecar then
 * checks each token with Auth. With a key pair it would request the public keys once and cache them, and only the first
 * recording would contain that request; a redacted signature would fail its check as well.
 */
export async function createSharedSecretSettings(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), "sheaf-tapes-"));
  // The settings refer to their templates as `./supabase/templates`.
  const folder = join(parent, "supabase");
  await copyProductSettings(folder);
  const config = join(folder, "config.toml");
  const text = await readFile(config, "utf8");
  await writeFile(config, text.replace("[auth]\n", '[auth]\nsigning_keys_path = "./signing_keys.json"\n'));
  await writeFile(join(folder, "signing_keys.json"), "[]");
  return { folder, remove: () => rm(parent, { recursive: true }) };
}
