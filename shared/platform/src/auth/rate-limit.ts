import type { Clock } from "../clock.ts";

const hourMs = 60 * 60 * 1000;

/** Takes one of what is left; false where nothing is. */
export type HourlyLimit = () => boolean;

/** So many in each hour, counted from now. */
export function createHourlyLimit(perHour: number, clock: Clock): HourlyLimit {
  const startedAt = clock().getTime();
  let hour = 0;
  let taken = 0;
  return () => {
    const current = Math.floor((clock().getTime() - startedAt) / hourMs);
    if (current !== hour) [hour, taken] = [current, 0];
    if (taken >= perHour) return false;
    taken += 1;
    return true;
  };
}

/** The same for each of many keys. */
export type KeyedLimit = (key: string) => boolean;

/** Whoever was silent for so long is forgotten, and begins anew. Milliseconds. */
const forgottenAfterMs = hourMs;

/** A bucket for each key that holds `burst` at first and fills at an even rate. */
export function createKeyedLimit(
  rate: { count: number; seconds: number; burst: number },
  clock: Clock,
): KeyedLimit {
  const buckets = new Map<string, { left: number; at: number }>();
  const perMs = rate.count / (rate.seconds * 1000);
  return (key) => {
    const now = clock().getTime();
    const bucket = buckets.get(key) ?? { left: rate.burst, at: now };
    const left = Math.min(rate.burst, bucket.left + (now - bucket.at) * perMs);
    const allowed = left >= 1;
    // Set anew, the key is the youngest: whoever was silent longest stands first.
    buckets.delete(key);
    buckets.set(key, { left: allowed ? left - 1 : left, at: now });
    for (const [silent, { at }] of buckets) {
      if (at > now - forgottenAfterMs) break;
      buckets.delete(silent);
    }
    return allowed;
  };
}
