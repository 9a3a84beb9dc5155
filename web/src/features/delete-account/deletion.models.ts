import { countWords } from "../../lib/count-words.ts";

/** Whether what was typed is the account's address, however it was capitalised. */
export function isAddress(typed: string, email: string): boolean {
  return email !== "" && typed.trim().toLowerCase() === email.toLowerCase();
}

/** What is lost with a workspace. */
export function contentWords({ requests, files }: { requests: number; files: number }): string {
  if (requests === 0) return "There is nothing in it.";
  const one = requests === 1 && files === 0;
  const what = files === 0 ? countWords(requests, "request") : bothWords(requests, files);
  return `Its ${what} ${one ? "is" : "are"} deleted for everyone, and nobody can bring ${one ? "it" : "them"} back.`;
}

function bothWords(requests: number, files: number): string {
  return `${countWords(requests, "request")} and the ${countWords(files, "file")} that people sent`;
}
