/** "1 file", "3 files", "0 files"; pass `many` for irregular plurals. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
