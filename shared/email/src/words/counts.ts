/** "1 item", "3 items". */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** "830 B", "2.1 MB", in steps of 1024 as on the page. */
export function size(bytes: number): string {
  let value = bytes;
  let unit = 0;
  const units = ["B", "kB", "MB", "GB"] as const;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = value < 10 && unit > 1 ? 1 : 0;
  return `${new Intl.NumberFormat("en-GB", { maximumFractionDigits: digits }).format(value)} ${units[unit] ?? ""}`;
}
