/**
 * Headers of every email. They keep programs that answer by themselves, such as absence replies, from answering. Exchange doesn't
 * read the first; with "All" in the second, it wouldn't report what can't be delivered either.
 */
export const byProgram = {
  "Auto-Submitted": "auto-generated",
  "X-Auto-Response-Suppress": "OOF, AutoReply",
} as const;
