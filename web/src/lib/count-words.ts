/** "1 file", "3 files", "0 files"; `many` where the plural is another word. */
export function countWords(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
