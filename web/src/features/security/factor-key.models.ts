/** A key in groups of four, as people read such things to themselves: "JBSW Y3DP EHPK". */
export function groupKey(key: string): string {
  return key.match(/.{1,4}/g)?.join(" ") ?? "";
}
