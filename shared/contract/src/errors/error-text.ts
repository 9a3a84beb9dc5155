/**
 * Failures by remedy: the user can fix the cause (`fix`), retry later (`retry`), or only the site's administrator can
 * fix it (`ours`). `silent` is reported as a failure by a library but is not one, and is not shown.
 */
export type ErrorGroup = "fix" | "retry" | "ours" | "silent";

/** The message for a failure. Plain text, never built from a service's response or from an address. */
export interface ErrorText {
  /** The problem, in one sentence. */
  readonly what: string;
  /** The next step, in one sentence. */
  readonly next: string;
  readonly group: ErrorGroup;
}

export const fix = (what: string, next: string): ErrorText => ({ what, next, group: "fix" });
export const retry = (what: string, next: string): ErrorText => ({ what, next, group: "retry" });
export const ours = (what: string, next: string): ErrorText => ({ what, next, group: "ours" });
export const silent = (what: string, next: string): ErrorText => ({ what, next, group: "silent" });

export const inAMoment = "Try again in a moment.";
export const contactAdmin = "This is a problem on our side; please contact the site’s administrator.";
