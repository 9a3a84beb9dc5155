export interface SqlStatement {
  /** Without surrounding whitespace, preceding comments and the final semicolon. */
  readonly text: string;
  /** First line in the file, counted from 1. */
  readonly line: number;
}

/** Tokens that may contain a semicolon, and tokens that are skipped before a statement. */
const token =
  /--[^\n]*|\/\*|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*|\d+|;|\s+|./gsy;

/** Splits a script into statements. Supports quotes, dollar quotes, nested comments and `begin atomic` bodies. */
export function sqlStatements(script: string): SqlStatement[] {
  const statements: SqlStatement[] = [];
  let start: number | undefined;
  let bodyDepth = 0;
  let before = "";
  let line = 1;
  let countedTo = 0;
  const finish = (end: number) => {
    if (start !== undefined) {
      const text = script.slice(start, end).trim();
      line += script.slice(countedTo, start).split("\n").length - 1;
      countedTo = start;
      statements.push({ text, line });
    }
    start = undefined;
    bodyDepth = 0;
  };
  let at = 0;
  while (at < script.length) {
    token.lastIndex = at;
    const piece = token.exec(script)?.[0] ?? script.slice(at);
    const end = endOfPiece(script, at, piece, before);
    const isGap = piece.startsWith("--") || piece === "/*" || piece.trim() === "";
    if (piece === ";" && bodyDepth === 0) finish(at);
    else if (!isGap && piece !== ";") {
      start ??= at;
      const word = piece.toLowerCase();
      if (word === "atomic" && before === "begin") bodyDepth = 1;
      else if (bodyDepth > 0 && word === "case") bodyDepth += 1;
      else if (bodyDepth > 0 && word === "end") bodyDepth -= 1;
    }
    if (!isGap) before = piece.toLowerCase();
    at = end;
  }
  finish(script.length);
  return statements;
}

/** End of a token that was recognised by its first characters. */
function endOfPiece(script: string, at: number, piece: string, before: string): number {
  if (piece === "/*") return endOfComment(script, at);
  // A lone quote is unclosed.
  if (piece === "'" || piece === '"') return script.length;
  if (piece.startsWith("$") && piece.length > 1) {
    const close = script.indexOf(piece, at + piece.length);
    return close === -1 ? script.length : close + piece.length;
  }
  if (piece.startsWith("'") && before === "e" && /[eE]/.test(script[at - 1] ?? "")) {
    const escaped = /'(?:[^'\\]|\\.|'')*'/sy;
    escaped.lastIndex = at;
    return at + (escaped.exec(script)?.[0].length ?? script.length - at);
  }
  return at + piece.length;
}

function endOfComment(script: string, at: number): number {
  const marks = /\/\*|\*\//g;
  marks.lastIndex = at;
  let depth = 0;
  for (let mark = marks.exec(script); mark !== null; mark = marks.exec(script)) {
    depth += mark[0] === "/*" ? 1 : -1;
    if (depth === 0) return marks.lastIndex;
  }
  return script.length;
}
