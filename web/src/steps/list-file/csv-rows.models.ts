import Papa from "papaparse";

/** Null if a quotation mark isn't closed or closes too early. */
function parsed(text: string, delimiter: string): string[][] | null {
  const { data, errors } = Papa.parse<string[]>(text, { delimiter });
  return errors.some(({ type }) => type === "Quotes") ? null : data;
}

/**
 * The rows of a text, the empty ones with one empty cell. Databases write `\"` for a quotation mark in a cell, and people begin
 * a cell with one: `"Annie" Duarte`. Null if one is opened and never closed, so that the rest of the text could be one cell.
 */
export function toRows(text: string, delimiter: string): string[][] | null {
  const escaped = text.replaceAll('\\"', '""');
  const rows = parsed(text, delimiter) ?? parsed(escaped, delimiter);
  if (rows !== null) return rows;
  const lines = escaped
    .split("\n")
    .map((line) => parsed(line, delimiter)?.at(0) ?? literalCells(line, delimiter));
  return lines.every((cells) => cells !== null) ? lines : null;
}

/** The cells of a line with its quotation marks, if each cell has a pair of them. */
function literalCells(line: string, delimiter: string): string[] | null {
  const cells = line.split(delimiter);
  return cells.every((cell) => cell.split('"').length % 2 === 1) ? cells : null;
}
