/** Where focus goes on a key, by index; `undefined` when the key is not for the menu. */
export function nextIndex(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case "ArrowDown":
      return (current + 1) % count;
    case "ArrowUp":
      return (current - 1 + count) % count;
    case "Home":
      return 0;
    case "End":
      return count - 1;
    default:
      return undefined;
  }
}

/** The next label that begins with `typed`, starting after `current` and going round; -1 when there is none. */
export function typeaheadIndex(labels: readonly string[], typed: string, current: number): number {
  const wanted = typed.toLocaleLowerCase();
  // While one word is being typed the item it already matches stays; a single letter moves on.
  const from = typed.length > 1 ? current : current + 1;
  for (let step = 0; step < labels.length; step += 1) {
    const index = (from + step + labels.length) % labels.length;
    if (labels[index]?.toLocaleLowerCase().startsWith(wanted)) return index;
  }
  return -1;
}
