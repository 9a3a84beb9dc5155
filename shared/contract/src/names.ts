/**
 * Matches a visible character. Invisible ones are white space, control characters, those that Unicode tells programs
 * to hide if they can't show them, and signs that are blank in every font. `private.has_visible_character` is the same
 * rule in SQL.
 */
const visible = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb\u{1d159}]/u;

/** The sign and its wide and small forms. */
const atSign = /[@\uff20\ufe6b]/u;

/** True if at least one character of the text can be seen. */
export function hasVisibleCharacter(text: string): boolean {
  return visible.test(text);
}

/**
 * Reason why a person's or workspace's name can't be saved; undefined if it can.
 *
 * @param missing the sentence for an empty name.
 */
export function nameProblem(name: string, missing: string): string | undefined {
  if (!hasVisibleCharacter(name)) return missing;
  return atSign.test(name)
    ? "Use a name without “@”, so that it can’t be mistaken for an email address."
    : undefined;
}
