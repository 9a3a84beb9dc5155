import type { Opening } from "./recorder-calls.ts";

const openingKey = "sheaf-qa-recording";

/** The start of the current recording; undefined if nothing is being recorded. */
export function readOpening(): Opening | undefined {
  const stored = sessionStorage.getItem(openingKey);
  return stored === null ? undefined : (JSON.parse(stored) as Opening);
}

export function storeOpening(opening: Opening): void {
  sessionStorage.setItem(openingKey, JSON.stringify(opening));
}

export function forgetOpening(): void {
  sessionStorage.removeItem(openingKey);
}
