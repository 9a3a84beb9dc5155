/** The byte that Windows-1252 has for each character beyond ASCII. */
const byteOf = new Map(
  Array.from({ length: 128 }, (_, index) => index + 128).map((byte) => [
    new TextDecoder("windows-1252").decode(Uint8Array.of(byte)),
    byte,
  ]),
);

/** The letters of names: Latin, Greek, Cyrillic, Hebrew, Arabic and East Asian letters, and typographic marks. */
const inUse =
  /^[\p{ASCII}\u00a0-\u017f\u0370-\u047f\u05d0-\u05ea\u0620-\u06ff\u1e00-\u1eff\u2010-\u2122\u3000-\u9fff\uac00-\ud7af]*$/u;

/**
 * The table with the letters that a program garbled by reading UTF-8 as Windows-1252 and saving the result: "JosÃ©" is
 * "José". Only if every cell can be turned back into letters in use: a single word such as "CAFÉ’S" could be by chance.
 */
export function repairedTable(table: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const repaired = table.map((row) => row.map(repairedCell).filter((cell) => cell !== undefined));
  return repaired.every((row, index) => row.length === table[index]?.length) ? repaired : table;
}

function repairedCell(cell: string): string | undefined {
  if (/^\p{ASCII}*$/u.test(cell)) return cell;
  const bytes = Array.from(cell, (character) =>
    /\p{ASCII}/u.test(character) ? character.charCodeAt(0) : byteOf.get(character),
  );
  if (!bytes.every((byte) => byte !== undefined)) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(bytes));
    return inUse.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}
