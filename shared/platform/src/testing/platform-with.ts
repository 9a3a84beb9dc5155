import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { productConfig, startPlatform, type Platform, type PlatformOptions } from "../platform.ts";

/**
 * Starts a platform without migrations on the product's settings with some lines replaced and others added. Mails are
 * the platform's own, because the product's lie beside its settings.
 *
 * @throws where a line to replace is not there.
 */
export async function platformWith(
  settings: { changes?: Readonly<Record<string, string>>; added?: string },
  options: PlatformOptions = {},
): Promise<Platform> {
  const product = await readFile(productConfig, "utf8");
  let text = product.replace(/\[auth\.email\.template\.\w+\]\nsubject = .*\ncontent_path = .*\n/g, "");
  for (const [from, to] of Object.entries(settings.changes ?? {})) {
    if (!text.includes(from)) throw new Error(`The settings hold no line "${from}"`);
    text = text.replace(from, to);
  }
  const folder = await mkdtemp(join(tmpdir(), "sheaf-test-"));
  try {
    const config = join(folder, "config.toml");
    await writeFile(config, `${text}\n${settings.added ?? ""}\n`);
    return await startPlatform({ migrations: "none", config, ...options });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
