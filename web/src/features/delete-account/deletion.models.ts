import { countWords } from "../../lib/count-words.ts";

/** Ignores case and surrounding spaces. */
export function isAddress(typed: string, email: string): boolean {
  return email !== "" && typed.trim().toLowerCase() === email.toLowerCase();
}

export function contentWords({ requests, files }: { requests: number; files: number }): string {
  if (requests === 0) return "It's empty.";
  const what = files === 0 ? countWords(requests, "request") : bothWords(requests, files);
  return `Its ${what} will be deleted for everyone and can't be recovered.`;
}

function bothWords(requests: number, files: number): string {
  return `${countWords(requests, "request")} and the ${countWords(files, "file")} people sent`;
}
