import { parseEnv } from "node:util";

/** The settings of a file that have a value. */
export function settingsIn(text: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(parseEnv(text)).flatMap(([name, value]) => (value ? [[name, value]] : [])),
  );
}

/** Sets settings without a value, in place where the name is empty; all other lines stay unchanged. */
export function withSettings(text: string, added: Readonly<Record<string, string>>): string {
  const lines = text === "" ? [] : text.replace(/\n$/, "").split("\n");
  for (const [name, value] of Object.entries(added)) {
    const empty = lines.findIndex((line) => new RegExp(`^\\s*(export\\s+)?${name}\\s*=`).test(line));
    if (empty >= 0) lines[empty] = `${name}=${value}`;
    else lines.push(`${name}=${value}`);
  }
  return `${lines.join("\n")}\n`;
}
