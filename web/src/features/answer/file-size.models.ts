const units = ["B", "kB", "MB", "GB"] as const;
const step = 1024;

/** A size for people: "830 B", "2.1 MB", "50 MB". */
export function fileSize(bytes: number, locale?: string): string {
  const exponent = Math.min(bytes > 0 ? Math.floor(Math.log(bytes) / Math.log(step)) : 0, units.length - 1);
  const value = bytes / step ** exponent;
  const digits = exponent < 2 || value >= 10 ? 0 : 1;
  return `${new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value)} ${units[exponent]}`;
}
