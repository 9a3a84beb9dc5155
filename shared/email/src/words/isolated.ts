import { hasRightToLeft } from "@sheaf/contract/direction";

/**
 * Text that the words of our sentence around it don't mix with: between invisible marks, where its letters run from
 * right to left. Without any, it stays as it is, because not every program knows the marks.
 */
export const isolated = (text: string): string => (hasRightToLeft(text) ? `\u2068${text}\u2069` : text);
