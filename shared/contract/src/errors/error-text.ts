/**
 * Who can do something about it: the person now, the person later, or only the people who run the service. `silent`
 * is no failure at all, told as one by a library: it is not shown.
 */
export type ErrorGroup = "fix" | "retry" | "ours" | "silent";

/** What a person reads when something failed. Plain text, never built from what a service or an address said. */
export interface ErrorText {
  /** One sentence: what happened. */
  readonly what: string;
  /** One sentence: what to do now. */
  readonly next: string;
  readonly group: ErrorGroup;
}

export const fix = (what: string, next: string): ErrorText => ({ what, next, group: "fix" });
export const retry = (what: string, next: string): ErrorText => ({ what, next, group: "retry" });
export const ours = (what: string, next: string): ErrorText => ({ what, next, group: "ours" });
export const silent = (what: string, next: string): ErrorText => ({ what, next, group: "silent" });
