const maxListed = 20;

/** "row 14", "rows 14 and 31", "rows 2, 3, 5 and 40 more" */
export function rowsText(numbers: readonly number[]): string {
  const listed = numbers.slice(0, maxListed).map(String);
  const more = numbers.length - listed.length;
  const parts = more > 0 ? [...listed, `${more} more`] : listed;
  const last = parts.at(-1) ?? "";
  return parts.length === 1 ? `row ${last}` : `rows ${parts.slice(0, -1).join(", ")} and ${last}`;
}
