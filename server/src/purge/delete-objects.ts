import { PlatformRefusal, type PurgePlatform } from "./platform.ts";

/** Failures in a row after which Storage counts as down; more than halving leads to for one object that is stuck. */
const patience = 12;

export interface ObjectDeleter {
  /** Those that Storage says are deleted, or were not there. */
  deleteObjects(keys: string[]): Promise<string[]>;
  /** Objects that were there and are deleted. */
  readonly deleted: number;
  /** Failed calls, by status; 0 is no answer. */
  readonly refusals: Readonly<Record<string, number>>;
  /** Nothing more is asked of it. */
  readonly down: boolean;
}

/**
 * Storage deletes all objects of a call or none, so one that it cannot delete would keep back those beside it: a batch
 * that it refuses is tried in halves. One that it does not answer is left alone, since it may be at work on it.
 */
export function createObjectDeleter(platform: PurgePlatform): ObjectDeleter {
  let deleted = 0;
  let inARow = 0;
  const refusals: Record<string, number> = {};
  const down = () => inARow >= patience;

  const deleteObjects = async (keys: string[]): Promise<string[]> => {
    if (down()) return [];
    try {
      deleted += await platform.deleteObjects(keys);
      inARow = 0;
      return keys;
    } catch (error) {
      if (!(error instanceof PlatformRefusal)) throw error;
      inARow += 1;
      refusals[error.status] = (refusals[error.status] ?? 0) + 1;
      if (error.status === 0 || keys.length === 1) return [];
      const middle = Math.ceil(keys.length / 2);
      const first = await deleteObjects(keys.slice(0, middle));
      return [...first, ...(await deleteObjects(keys.slice(middle)))];
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
