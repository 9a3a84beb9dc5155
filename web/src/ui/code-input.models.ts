/** The digits of what was typed or pasted, at most `length` of them: mails and phones bring spaces and dashes along. */
export function digitsOf(text: string, length: number): string {
  return text.normalize("NFKC").replaceAll(/\D/g, "").slice(0, length);
}
