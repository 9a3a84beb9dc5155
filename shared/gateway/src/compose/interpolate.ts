/**
 * Interpolates `${NAME}`, `${NAME:-default}`, `${NAME:+replacement}` and `${NAME:?error}` like docker compose, nested
 * ones included. `$$` is a literal dollar sign.
 *
 * @throws an error with the message after `:?` if that variable is empty.
 */
export function interpolate(text: string, env: Readonly<Record<string, string | undefined>>): string {
  let filled = "";
  let at = 0;
  while (at < text.length) {
    if (text.startsWith("$$", at)) {
      filled += "$";
      at += 2;
    } else if (text.startsWith("${", at)) {
      const end = endOf(text, at + 2);
      filled += valueOf(text.slice(at + 2, end), env);
      at = end + 1;
    } else {
      filled += text[at];
      at += 1;
    }
  }
  return filled;
}

function valueOf(expression: string, env: Readonly<Record<string, string | undefined>>): string {
  const [, name = "", operator, rest = ""] = /^(\w+)(?::([-+?])([^]*))?$/.exec(expression) ?? [];
  const value = env[name] ?? "";
  if (operator === "+") return value === "" ? "" : interpolate(rest, env);
  if (value !== "" || operator === undefined) return value;
  if (operator === "?") throw new Error(`${name}: ${rest}`);
  return interpolate(rest, env);
}

/** Index of the brace that closes the one opened before `from`. */
function endOf(text: string, from: number): number {
  let open = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "{") open += 1;
    if (text[at] === "}") open -= 1;
    if (open === 0) return at;
  }
  throw new Error(`Unclosed brace in ${text}`);
}
