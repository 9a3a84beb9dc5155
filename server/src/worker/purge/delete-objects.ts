import { type Bucket, PlatformRefusal, type PurgePlatform } from "./platform.ts";

/** Consecutive failures after which Storage counts as down; more than the halving causes for one stuck object. */
const maxFailures = 12;

export interface ObjectDeleter {
  /** Keys that Storage reports as deleted or missing. */
  deleteObjects(bucket: Bucket, keys: string[]): Promise<string[]>;
  /** Number of objects that existed and were deleted. */
  readonly deleted: number;
  /** Failed calls by status; 0 means no response. */
  readonly refusals: Readonly<Record<string, number>>;
  /** True once Storage counts as down; no more calls are made. */
  readonly down: boolean;
}

/**
 * Storage deletes all objects of a call or none, so one undeletable object would block the others: a refused batch
 * is retried in halves. A batch without a response is not retried, since Storage may still be working on it.
 */
export function createObjectDeleter(platform: PurgePlatform): ObjectDeleter {
  let deleted = 0;
  let inARow = 0;
  const refusals: Record<string, number> = {};
  const down = () => inARow >= maxFailures;

  const deleteObjects = async (bucket: Bucket, keys: string[]): Promise<string[]> => {
    if (down()) return [];
    try {
      deleted += await platform.deleteObjects(bucket, keys);
      inARow = 0;
      return keys;
    } catch (error) {
      if (!(error instanceof PlatformRefusal)) throw error;
      inARow += 1;
      refusals[error.status] = (refusals[error.status] ?? 0) + 1;
      if (error.status === 0 || keys.length === 1) return [];
      const middle = Math.ceil(keys.length / 2);
      const first = await deleteObjects(bucket, keys.slice(0, middle));
      return [...first, ...(await deleteObjects(bucket, keys.slice(middle)))];
    }
  };

  return {
    deleteObjects,
    get deleted() {
      return deleted;
    },
    get down() {
      return down();
    },
    refusals,
  };
}
