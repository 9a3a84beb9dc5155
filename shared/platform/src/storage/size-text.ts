import { invalidRequest } from "./storage.errors.ts";

const units: Record<string, number> = { b: 1, kb: 1e3, mb: 1e6, gb: 1e9 };

/** Bytes of a limit given as a number or as text such as "20MB"; the service counts in powers of ten. */
export function bytesOf(limit: number | string): number {
  if (typeof limit === "number") return limit;
  const [, amount, unit] = /^(\d+(?:\.\d+)?)(gb|mb|kb|b)$/i.exec(limit) ?? [];
  const factor = unit === undefined ? undefined : units[unit.toLowerCase()];
  if (factor === undefined)
    throw invalidRequest("Invalid file size format, hint: use 20GB / 20MB / 30KB / 3B");
  return Math.round(Number(amount) * factor);
}
