import { limits } from "@sheaf/contract/limits";

/** "1 file", "3 files", "1,822 days"; pass `many` for irregular plurals. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${plural(count, one, many)}`;
}

/** Like `formatCount`, with "1,000+" where the database stopped counting. */
export function formatCappedCount(count: number, one: string, many?: string): string {
  return `${formatCapped(count)} ${plural(count, one, many)}`;
}

/** "12", and "1,000+" where the database stopped counting. */
export function formatCapped(count: number): string {
  if (count < limits.counted) return String(count);
  return `${grouped(limits.counted)}+`;
}

const grouped = (count: number): string => new Intl.NumberFormat().format(count);

function plural(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}
