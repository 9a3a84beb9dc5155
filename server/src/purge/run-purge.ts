import { createObjectDeleter } from "./delete-objects.ts";
import { type Claim, PlatformRefusal, type PurgePlatform } from "./platform.ts";

export interface PurgeReport {
  /** Files whose object is gone now, and objects without a file, by kind. */
  purged: Record<string, number>;
  /** Objects that this run deleted: some of those files never had one, and one may have been deleted before. */
  objects: number;
  /** Claimed, and perhaps still there: left for the next run. */
  failed: number;
  /** Failed calls of Storage, by status; 0 is no answer. */
  refusals: Readonly<Record<string, number>>;
  /** Why it ended before there was no more to do. */
  endedBy?: "signal" | "storage" | "platform";
  /** What the platform refused, where that ended it. */
  refused?: { step: string; status: number; code: string };
}

/** Deletes what is due, batch by batch, until nothing more is, Storage is down or `stopped`; never throws for the platform. */
export async function runPurge(deps: {
  platform: PurgePlatform;
  batch: number;
  stopped: AbortSignal;
}): Promise<PurgeReport> {
  const { platform, batch, stopped } = deps;
  const storage = createObjectDeleter(platform);
  const purged: Record<string, number> = { removed: 0, abandoned: 0, expired: 0, orphaned: 0 };
  let failed = 0;
  const mayGoOn = () => !stopped.aborted && !storage.down;

  const purge = async (claims: Claim[]): Promise<void> => {
    const deleted = await storage.deleteObjects(claims.map(({ key }) => key));
    const gone = new Set(deleted.length > 0 ? await platform.finishPurge(deleted) : []);
    failed += claims.length - gone.size;
    for (const { key, kind } of claims) if (gone.has(key)) purged[kind] = (purged[kind] ?? 0) + 1;
  };

  const report = (): PurgeReport => ({
    purged,
    objects: storage.deleted,
    failed,
    refusals: storage.refusals,
    ...(storage.down ? { endedBy: "storage" } : stopped.aborted && { endedBy: "signal" }),
  });

  try {
    while (mayGoOn() && (await platform.retireFiles()) > 0);
    for await (const claims of claimed(platform, batch, mayGoOn)) await purge(claims);
    await platform.releasePurge();
    return report();
  } catch (error) {
    if (!(error instanceof PlatformRefusal)) throw error;
    const { step, status, code } = error;
    // Where this fails as well, the claims come back when their lease ends.
    await platform.releasePurge().catch(() => undefined);
    return { ...report(), endedBy: "platform", refused: { step, status, code } };
  }
}

/** All that there is to delete, each once, at most `batch` at a time. */
async function* claimed(
  platform: PurgePlatform,
  batch: number,
  mayGoOn: () => boolean,
): AsyncGenerator<Claim[]> {
  while (mayGoOn()) {
    const claims = await platform.claimRemoved();
    if (claims.length === 0) break;
    yield claims;
  }
  let after: string | null = "";
  while (mayGoOn() && after !== null) {
    const { orphans, seenTo } = await platform.claimOrphans(after);
    for (let at = 0; at < orphans.length && mayGoOn(); at += batch) yield orphans.slice(at, at + batch);
    after = seenTo;
  }
}
