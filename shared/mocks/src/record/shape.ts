/** Types of a value and of its parts, for comparing two responses to the same request. */
export interface Shape {
  kinds: ReadonlySet<string>;
  fields: ReadonlyMap<string, Shape>;
  /** Combined shape of all list elements; absent for empty lists. */
  element: Shape | undefined;
}

/** Combined shape of several values. */
export function shapeOf(values: readonly unknown[]): Shape {
  const objects = values.filter((value) => kindOf(value) === "object") as Record<string, unknown>[];
  const names = new Set(objects.flatMap((object) => Object.keys(object)));
  const elements = values.filter((value) => Array.isArray(value)).flat();
  return {
    kinds: new Set(values.map(kindOf)),
    fields: new Map(
      [...names].map((name) => [
        name,
        shapeOf(objects.filter((object) => Object.hasOwn(object, name)).map((object) => object[name])),
      ]),
    ),
    element: elements.length > 0 ? shapeOf(elements) : undefined,
  };
}

/** Differences between two shapes, each with its path. Null matches any type. */
export function shapeDifferences(taped: Shape, now: Shape, path = ""): string[] {
  const [before, after] = [taped, now].map(({ kinds }) =>
    [...kinds].filter((kind) => kind !== "null").toSorted(),
  );
  if (!before?.length || !after?.length) return [];
  if (before.join() !== after.join()) {
    return [`${path || "the whole"}: ${after.join(" or ")} instead of ${before.join(" or ")}`];
  }
  const names = new Set([...taped.fields.keys(), ...now.fields.keys()]);
  const inFields = [...names].flatMap((name) => {
    const way = path === "" ? name : `${path}.${name}`;
    const [one, other] = [taped.fields.get(name), now.fields.get(name)];
    if (one && other) return shapeDifferences(one, other, way);
    return [one ? `${way}: only on the tape` : `${way}: is new`];
  });
  const inElements =
    taped.element && now.element ? shapeDifferences(taped.element, now.element, `${path}[]`) : [];
  return [...inFields, ...inElements];
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}
