import { validationFailed } from "../auth.errors.ts";

/** Units of Go's durations, in milliseconds. */
const unitMs = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;

/**
 * How long a ban lasts, from "24h" or "1h30m", in milliseconds; "none" and nothing at all are 0, which lifts one.
 *
 * @throws `validation_failed`.
 */
export function readBanDuration(text: string): number {
  if (text === "none") return 0;
  const [, sign = "", amount = ""] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  if (amount === "0") return 0;
  const parts = [...amount.matchAll(part)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join("") !== amount) {
    throw validationFailed(`invalid format for ban duration: time: invalid duration "${text}"`);
  }
  const ms = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * unitMs[unit as keyof typeof unitMs],
    0,
  );
  return sign === "-" ? -ms : ms;
}

/** Undefined leaves a ban as it is. */
export function bannedUntil(durationMs: number | undefined, now: Date): { banned_until?: Date | null } {
  if (durationMs === undefined) return {};
  return { banned_until: durationMs === 0 ? null : new Date(now.getTime() + durationMs) };
}
