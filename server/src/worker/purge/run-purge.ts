import { createObjectDeleter } from "./delete-objects.ts";
import { type Bucket, type Claim, PlatformRefusal, type PurgePlatform } from "./platform.ts";
import { type SweptUploads, sweepUploads } from "./sweep-uploads.ts";

export interface PurgeReport {
  /** Files whose object is now gone, and objects without a row, by kind. */
  purged: Record<string, number>;
  /** Objects deleted by this run. Some of the files never had one, and some were deleted earlier. */
  objects: number;
  /** Resumable uploads that Storage's file backend would never expire; only if the volume is mounted. */
  uploads?: SweptUploads;
  /** Objects that may still exist and are left for the next run. */
  failed: number;
  /** Failed calls to Storage by status; 0 means no response. */
  refusals: Readonly<Record<string, number>>;
  /** Reason why the run ended early; undefined after a complete run. */
  endedBy?: "signal" | "storage" | "platform";
  /** The call that ended the run. */
  refused?: { step: string; status: number; code: string };
}

/**
 * Deletes everything that is due, batch by batch, until nothing is left, Storage is down or `stopped` is aborted.
 * Never throws because of the platform.
 */
export async function runPurge(deps: {
  platform: PurgePlatform;
  batch: number;
  stopped: AbortSignal;
  /** Uploads that began before `before` are swept from `folder`. */
  sweep?: { folder: string; before: Date } | undefined;
}): Promise<PurgeReport> {
  const { platform, batch, stopped, sweep } = deps;
  const storage = createObjectDeleter(platform);
  const purged: Record<string, number> = { removed: 0, abandoned: 0, expired: 0, orphaned: 0, unused: 0 };
  let failed = 0;
  let uploads: SweptUploads | undefined;
  const mayContinue = () => !stopped.aborted && !storage.down;

  const purge = async ({ bucket, claims }: Batch): Promise<void> => {
    const keys = claims.map(({ key }) => key);
    const deleted = await storage.deleteObjects(bucket, keys);
    const finished = new Set(deleted.length > 0 ? await platform.finishPurge(bucket, deleted) : []);
    failed += claims.length - finished.size;
    for (const { key, kind } of claims) if (finished.has(key)) purged[kind] = (purged[kind] ?? 0) + 1;
  };

  const report = (): PurgeReport => ({
    purged,
    objects: storage.deleted,
    ...(uploads && { uploads }),
    failed,
    refusals: storage.refusals,
    ...(storage.down ? { endedBy: "storage" } : stopped.aborted && { endedBy: "signal" }),
  });

  try {
    while (mayContinue() && (await platform.retireFiles()) > 0);
    for await (const due of claimed(platform, batch, mayContinue)) await purge(due);
    // Last, because only now does the database refuse more bytes for old uploads.
    if (sweep !== undefined && mayContinue())
      uploads = await sweepUploads({ platform, ...sweep, mayContinue });
    await platform.releasePurge();
    return report();
  } catch (error) {
    if (!(error instanceof PlatformRefusal)) throw error;
    const { step, status, code } = error;
    // If this fails too, the claims expire with their lease.
    await platform.releasePurge().catch(() => undefined);
    return { ...report(), endedBy: "platform", refused: { step, status, code } };
  }
}

interface Batch {
  bucket: Bucket;
  claims: Claim[];
}

/** Everything to delete, each object once, at most `batch` at a time. */
async function* claimed(
  platform: PurgePlatform,
  batch: number,
  mayContinue: () => boolean,
): AsyncGenerator<Batch> {
  while (mayContinue()) {
    const claims = await platform.claimRemoved();
    if (claims.length === 0) break;
    yield { bucket: "documents", claims };
  }
  for (const bucket of ["documents", "assets"] as const) {
    let after: string | null = "";
    while (mayContinue() && after !== null) {
      const { orphans, seenTo } = await platform.claimOrphans(bucket, after);
      for (let at = 0; at < orphans.length && mayContinue(); at += batch)
        yield { bucket, claims: orphans.slice(at, at + batch) };
      after = seenTo;
    }
  }
}
