const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** For text and for values of attributes. */
export const escape = (text: string): string =>
  text.replaceAll(/[&<>"']/gu, (character) => entities[character] ?? "");

/** Programs make links of whatever looks like one; a word joiner in front of the dots and the colon prevents that. */
export const unlinked = (text: string): string =>
  escape(text).replaceAll(/(?<=\S)([.:@])(?=\S)/gu, "&#8288;$1&#8288;");
