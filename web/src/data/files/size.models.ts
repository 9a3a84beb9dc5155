const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

/** A size as people read it, in steps of 1024 as their file manager counts: "830 byte", "2.1 MB". */
export function sizeWords(bytes: number, locale?: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return new Intl.NumberFormat(locale, {
    style: "unit",
    unit: units[unit] ?? "byte",
    unitDisplay: "short",
    maximumFractionDigits: value < 10 && unit > 1 ? 1 : 0,
  }).format(value);
}
