import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { chromium } from "@playwright/test";
import { findChromium } from "../browser/chromium.ts";
import { settingsWithFileLimit } from "../fixtures/file-limit.ts";
import { startSidecar } from "../fixtures/sidecar.ts";
import { startPlatform } from "../tapes/record/platform.ts";
import type { Product } from "./product.ts";
import { measureReview } from "./bytes/review.ts";
import { startLink } from "./bytes/link.ts";
import { compareUpload, compareUploadThroughLink, writeLargeFile } from "./bytes/upload.ts";
import { compareZip } from "./bytes/zip.ts";
import { measureZipMemory } from "./bytes/zip-memory.ts";

/**
 * The cost of files in the page compared with the bare transfer, in Chromium against one local platform: an upload and
 * curl's, without a limit and through a slower link; a zip and fetching its files; and the time until the review shows
 * the next file. A quick run leaves out the measurements that mean nothing for short transfers.
 */
const quick = process.argv.includes("--quick");
const uploadBytes = (quick ? 32 : 1024) * 1024 * 1024;

/** Faster than most people's uplink, and slower than this machine. */
const megabitsPerSecond = 200;

const sitePort = 4340;
const siteUrl = `http://localhost:${sitePort}`;
const folder = await mkdtemp(join(tmpdir(), "sheaf-bench-"));
const stops: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })];
try {
  const maxFileBytes = 2 * uploadBytes;
  const settings = await settingsWithFileLimit(join(folder, "supabase"), maxFileBytes);
  const platform = await startPlatform({ port: 24_461, siteUrl, settings });
  stops.unshift(() => platform.stop());
  await platform.liftQuotas();
  const sidecar = await startSidecar({ port: sitePort, platformUrl: platform.url, maxFileBytes });
  stops.unshift(() => sidecar.stop());
  const browser = await chromium.launch(await findChromium(process.env));
  stops.unshift(() => browser.close());
  const product: Product = { browser, siteUrl, url: platform.url, mailboxUrl: platform.mailboxUrl };
  const link = await startLink({ target: platform.url, port: 24_469, megabitsPerSecond });
  stops.unshift(() => link.stop());
  const linkSite = await startSidecar({ port: 4341, platformUrl: link.url, maxFileBytes });
  stops.unshift(() => linkSite.stop());
  const file = await writeLargeFile(folder, uploadBytes);
  await compareUpload(product, file, quick ? 1 : 3);
  if (!quick)
    await compareUploadThroughLink(
      { ...product, siteUrl: linkSite.siteUrl, url: link.url },
      file,
      megabitsPerSecond,
    );
  await compareZip(product, quick ? { zipItems: 1, zips: 1 } : { zipItems: 20, zips: 3 });
  if (!quick) await measureZipMemory(product, { folder: join(folder, "profile"), zipItems: 20 });
  await measureReview(product, { reviewed: quick ? 2 : 20 });
} finally {
  for (const stop of stops) await stop();
}
