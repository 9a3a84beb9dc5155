/** Sorts the fields of every object, so that equal values serialize to equal text. */
export function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, part]) => [name, canonical(part)]),
  );
}

/** Maps every string in a value; strings in an object come with the name of their field. */
export function mapParts(
  value: unknown,
  change: (part: string, name: string | undefined) => string,
  name?: string,
): unknown {
  if (typeof value === "string") return change(value, name);
  if (Array.isArray(value)) return value.map((part) => mapParts(part, change, name));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => [field, mapParts(part, change, field)]),
  );
}
