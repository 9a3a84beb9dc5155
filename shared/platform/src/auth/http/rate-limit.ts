import type { Clock } from "../../clock.ts";

const hourMs = 60 * 60 * 1000;

/** Takes one from the allowance; false if none is left. */
export type HourlyLimit = () => boolean;

/** Allowance per hour, starting now. */
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

/** Takes one from a key's allowance; false if none is left. */
export type KeyedLimit = (key: string) => boolean;

/** Idle time after which a key is forgotten. Milliseconds. */
const forgottenAfterMs = hourMs;

/** Token bucket for each key: holds `burst` tokens and refills evenly. */
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
    // Re-inserting moves the key to the end, so the longest idle key is first.
    buckets.delete(key);
    buckets.set(key, { left: allowed ? left - 1 : left, at: now });
    for (const [silent, { at }] of buckets) {
      if (at > now - forgottenAfterMs) break;
      buckets.delete(silent);
    }
    return allowed;
  };
}
