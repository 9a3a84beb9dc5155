const units = ["B", "kB", "MB", "GB"] as const;

/** Formats a size in steps of 1024, like most file managers: "830 B", "2.1 MB". */
export function formatSize(bytes: number, locale?: string): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const digits = value < 10 && unit > 1 ? 1 : 0;
  const figure = new Intl.NumberFormat(locale, { maximumFractionDigits: digits }).format(value);
  return kept(`${figure} ${units[unit]}`);
}

/** Isolates left-to-right text, because within a right-to-left sentence "2.1 MB" would read "MB 2.1". */
const kept = (text: string) =>
  typeof document !== "undefined" && document.dir === "rtl" ? `\u2066${text}\u2069` : text;

/** Formats an exact size: "148,204 bytes". */
export const formatBytes = (bytes: number, locale?: string): string =>
  `${new Intl.NumberFormat(locale).format(bytes)} ${bytes === 1 ? "byte" : "bytes"}`;
