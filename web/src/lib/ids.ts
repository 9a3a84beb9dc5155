/** True for the id of a row, as the database writes it. */
export function isId(text: string | null): text is string {
  return text !== null && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/.test(text);
}
