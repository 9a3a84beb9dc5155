import type { KeyboardEvent } from "react";

/** Enter in a single-line field must not send the request. */
export function preventSubmit(event: KeyboardEvent): void {
  if (event.key === "Enter") event.preventDefault();
}
