import { pages } from "@sheaf/contract/pages";

/** Not among `pages`, which every document loads. */
export const reviewPath = `${pages.request.path}/review`;

interface ReviewPlace {
  /** Of the request. */
  id: string;
  /** Without one, the review starts at the first item that waits. */
  item?: string;
  file?: string | undefined;
}

export function reviewHref({ id, item, file }: ReviewPlace): string {
  const href = `${pages.request.href({ id })}/review`;
  if (item === undefined) return href;
  return `${href}?${new URLSearchParams({ item, ...(file !== undefined && { file }) })}`;
}

/** State of a history entry of the review: closing it goes back to the entry before, the request's page. */
export const fromRequest = { fromRequest: true } as const;

export function isFromRequest(state: unknown): boolean {
  return typeof state === "object" && state !== null && Reflect.get(state, "fromRequest") === true;
}
