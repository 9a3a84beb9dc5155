/** Index of the item to focus after a key press; undefined if the menu doesn't handle the key. */
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

/** Index of the next label that starts with `typed`, searching after `current` and wrapping around; -1 for none. */
export function typeaheadIndex(labels: readonly string[], typed: string, current: number): number {
  const wanted = typed.toLowerCase();
  // Further letters of a word may match the current item again; a single letter moves to the next one.
  const from = typed.length > 1 ? current : current + 1;
  for (let step = 0; step < labels.length; step += 1) {
    const index = (from + step + labels.length) % labels.length;
    if (labels[index]?.toLowerCase().startsWith(wanted)) return index;
  }
  return -1;
}
