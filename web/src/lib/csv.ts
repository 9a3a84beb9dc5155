/** The text of a CSV file that spreadsheets open as it is: UTF-8 with a byte-order mark, lines as RFC 4180 wants them. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(toCell).join(",")).join("\r\n")}\r\n`;
}

/** Spreadsheets evaluate cells that start like a formula, so these get a leading apostrophe. */
export function toCell(text: string): string {
  const inert = /^[\s]*[=+\-@\t\r\n|%＝＋－＠]/u.test(text) ? `'${text}` : text;
  return `"${inert.replaceAll('"', '""')}"`;
}
