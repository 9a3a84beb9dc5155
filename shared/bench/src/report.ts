import process from "node:process";

/**
 * Prints a Markdown table to standard output, which becomes the benchmark's section in the report. The first column is
 * text, the others are figures.
 */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const all = [head, ...rows];
  const widths = head.map((_, column) => Math.max(3, ...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `| ${row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join(" | ")} |`;
  const rule = widths.map((width, column) =>
    column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`,
  );
  print([line(head), line(rule), ...rows.map(line)].join("\n"));
}

/** Prints a paragraph of the benchmark's section. */
export function print(text: string): void {
  process.stdout.write(`${text}\n\n`);
}

/** Prints progress to standard error. Not part of the report. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
