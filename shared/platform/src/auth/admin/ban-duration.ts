import { validationFailed } from "../auth.errors.ts";

/** Units of Go's durations. Milliseconds. */
const unitMs = { ns: 1e-6, us: 1e-3, µs: 1e-3, μs: 1e-3, ms: 1, s: 1000, m: 60_000, h: 3_600_000 } as const;

const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g;

/**
 * Parses the length of a ban, such as "24h" or "1h30m", to milliseconds. "none" and 0 lift a ban.
 *
 * @throws `validation_failed`.
 */
export function readBanDuration(text: string): number {
  if (text === "none") return 0;
  const [, sign = "", amount = ""] = /^([+-]?)(.*)$/s.exec(text) ?? [];
  if (amount === "0") return 0;
  const parts = [...amount.matchAll(part)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join("") !== amount) {
    throw validationFailed(`invalid format for ban duration: time: ${fault(text, amount)}`);
  }
  const ms = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * unitMs[unit as keyof typeof unitMs],
    0,
  );
  return sign === "-" ? -ms : ms;
}

/** Describes the first fault in Go's words. A unit there is everything up to the next digit or point. */
function fault(text: string, amount: string): string {
  const quoted = JSON.stringify(text);
  for (const [, number = "", unit = ""] of amount.matchAll(/(\d+\.?\d*|\.\d+)?([^\d.]*)/g)) {
    if (number === "") break;
    if (unit === "") return `missing unit in duration ${quoted}`;
    if (!Object.hasOwn(unitMs, unit)) return `unknown unit ${JSON.stringify(unit)} in duration ${quoted}`;
  }
  return `invalid duration ${quoted}`;
}

/** Undefined leaves the ban unchanged. */
export function bannedUntil(durationMs: number | undefined, now: Date): { banned_until?: Date | null } {
  if (durationMs === undefined) return {};
  return { banned_until: durationMs === 0 ? null : new Date(now.getTime() + durationMs) };
}
