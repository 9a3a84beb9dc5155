/**
 * Converts a glob of the redirect allow-list to a pattern for the whole text: `*` and `?` stop at `.` and `/`, `**`
 * doesn't; `[a-z]`, `[!a-z]`, `{one,two}`; a backslash escapes the next character.
 */
export function globToRegExp(glob: string): RegExp {
  let source = "";
  let depth = 0;
  for (const [token] of glob.matchAll(/\*+|\\.|\[!?[^\]]+\]|[\s\S]/g)) {
    if (token.startsWith("*")) source += token.length > 1 ? "[\\s\\S]*" : "[^./]*";
    else if (token === "?") source += "[^./]";
    else if (token.length > 1 && token.startsWith("[")) source += characterClass(token);
    else if (token === "{") {
      depth += 1;
      source += "(?:";
    } else if (token === "}" && depth > 0) {
      depth -= 1;
      source += ")";
    } else if (token === "," && depth > 0) source += "|";
    else source += literal(token.length === 2 ? token.slice(1) : token);
  }
  // A glob with an unclosed brace matches nothing.
  return new RegExp(depth === 0 ? `^${source}$` : "(?!)");
}

function characterClass(token: string): string {
  const negated = token.startsWith("[!");
  const inside = token.slice(negated ? 2 : 1, -1).replace(/[\\\]^]/g, "\\$&");
  return `[${negated ? "^" : ""}${inside}]`;
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
