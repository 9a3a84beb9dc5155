import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPlatform, type Platform, type PlatformOptions } from "../platform.ts";
import { productConfig } from "../product-files.ts";
import { withoutEmailTemplates } from "./without-email-templates.ts";

/**
 * Starts a platform without migrations on a changed copy of the product's settings. Emails use the built-in templates,
 * because the product's templates aren't copied along.
 *
 * @throws if the settings don't contain a line to replace.
 */
export async function platformWith(
  settings: { changes?: Readonly<Record<string, string>>; added?: string },
  options: PlatformOptions = {},
): Promise<Platform> {
  const product = await readFile(productConfig, "utf8");
  let text = withoutEmailTemplates(product);
  for (const [from, to] of Object.entries(settings.changes ?? {})) {
    if (!text.includes(from)) throw new Error(`The settings contain no line "${from}"`);
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
